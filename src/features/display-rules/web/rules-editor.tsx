import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useForm } from '../../../platform/web/forms/use-form.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { DisplayRules, Rules } from '../contract.ts'
import { differenceOf, isNothing } from '../domain/difference.ts'
import { AliasesPanel } from './aliases-panel.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { ProductRulesPanel } from './product-rules-panel.tsx'
import css from './rules.module.css'
import { rulesApi } from './rules-queries.ts'

type EditorProps = { rules: DisplayRules; onApplied: () => Promise<void> }

/** The rules as they would be; nothing is in force until it was looked at and applied. What was typed outlasts a reload. */
export function RulesEditor({ rules, onApplied }: EditorProps) {
  const t = useTranslations('displayRules')
  const formats = useFormats()
  const failureText = useFailureText()
  const [looking, setLooking] = useState<Rules | null>(null)
  const form = useForm({
    name: 'display rules',
    initial: { version: rules.version, productRules: rules.productRules, aliases: rules.aliases },
    async send(values) {
      const { tookMs } = await rulesApi.change(values)
      toast.done(t('applied', { seconds: formats.quantity(Math.round(tookMs / 100) / 10) }))
    },
  })
  const { productRules, aliases } = form.values
  const difference = differenceOf(rules, { productRules, aliases })
  const changed = !isNothing(difference)
  const apply = async () => {
    if (!(await form.submit())) return
    setLooking(null)
    await onApplied()
  }
  const startAnew = () => {
    form.forget()
    setLooking(null)
    void onApplied()
  }
  return (
    <>
      <ProductRulesPanel rules={productRules} onChange={(next) => form.change({ productRules: next })} />
      <AliasesPanel aliases={aliases} onChange={(next) => form.change({ aliases: next })} />
      {changed && (
        <section className={css.bar} aria-label={t('unsaved')}>
          <p role="status">
            {t('unsavedText', {
              aliases: difference.aliases.length,
              rules: difference.productRules === null ? 'no' : 'yes',
            })}
          </p>
          <Button variant="default" onClick={startAnew}>
            {t('discard')}
          </Button>
          <Button onClick={() => setLooking({ productRules, aliases })}>{t('preview')}</Button>
        </section>
      )}
      <PreviewDialog
        asked={looking}
        title={t('previewTitle')}
        confirm={t('apply')}
        busy={form.busy}
        failure={form.failure === null ? null : failureText(form.failure)}
        onConfirm={() => void apply()}
        onClose={() => setLooking(null)}
        // Somebody else's rules are in force: theirs have to be seen before anything goes on top.
        {...(isProblem(form.failure, 412) && { instead: { label: t('loadNewest'), onSelect: startAnew } })}
      />
    </>
  )
}
