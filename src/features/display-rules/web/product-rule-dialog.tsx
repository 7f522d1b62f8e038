import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import type { ProductRule } from '../contract.ts'
import css from './rules.module.css'

const LONGEST = 200
const NEW: ProductRule = {
  field: 'name',
  kind: 'contains',
  wanted: '',
  digits: null,
  ignoreCase: true,
  displayName: '',
}
const FIELDS = ['name', 'code'] as const
const KINDS = ['contains', 'equals', 'prefix_digits'] as const

type DialogProps = { rule: ProductRule | undefined; onSave: (rule: ProductRule) => void; onClose: () => void }

/** One rule for products. It goes into the list, not into force. */
export function ProductRuleDialog({ rule, onSave, onClose }: DialogProps) {
  const t = useTranslations('displayRules')
  const ui = useTranslations('ui')
  const id = useId()
  const [values, setValues] = useState(rule ?? NEW)
  const [asked, setAsked] = useState(false)
  const change = (patch: Partial<ProductRule>) => setValues({ ...values, ...patch })
  const missing = (text: string) => (asked && text.trim() === '' ? t('missing') : null)
  const digits = values.digits ?? 2
  const badDigits =
    values.kind === 'prefix_digits' && !(Number.isInteger(digits) && digits >= 1 && digits <= 20)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (values.wanted.trim() === '' || values.displayName.trim() === '' || badDigits) return
    onSave({
      ...values,
      wanted: values.kind === 'equals' ? values.wanted.trim() : values.wanted,
      displayName: values.displayName.trim(),
      digits: values.kind === 'prefix_digits' ? digits : null,
    })
  }
  return (
    <Dialog
      opened
      title={t(rule ? 'editRuleTitle' : 'addRule')}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" form={id}>
            {t('keep')}
          </Button>
        </>
      }
    >
      <form id={id} className={css.fields} onSubmit={submit} noValidate>
        <ChoiceField
          label={t('field')}
          value={values.field}
          data={FIELDS.map((value) => ({ value, label: t(`fields.${value}`) }))}
          onChange={(event) => change({ field: event.currentTarget.value as ProductRule['field'] })}
        />
        <ChoiceField
          label={t('kind')}
          value={values.kind}
          data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(event) => change({ kind: event.currentTarget.value as ProductRule['kind'] })}
        />
        <TextField
          label={t('text')}
          value={values.wanted}
          maxLength={LONGEST}
          data-autofocus
          error={missing(values.wanted)}
          onChange={(event) => change({ wanted: event.currentTarget.value })}
        />
        {values.kind === 'prefix_digits' && (
          <TextField
            label={t('digits')}
            type="number"
            min={1}
            max={20}
            value={values.digits ?? 2}
            error={asked && badDigits && t('digitsWrong')}
            onChange={(event) => change({ digits: Number(event.currentTarget.value) })}
          />
        )}
        <Checkbox
          label={t('anyCase')}
          checked={values.ignoreCase}
          onChange={(event) => change({ ignoreCase: event.currentTarget.checked })}
        />
        <TextField
          label={t('displayName')}
          value={values.displayName}
          maxLength={LONGEST}
          error={missing(values.displayName)}
          onChange={(event) => change({ displayName: event.currentTarget.value })}
        />
      </form>
    </Dialog>
  )
}
