import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import type { ProductRule } from '../contract.ts'

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
  const [values, setValues] = useState(rule ?? NEW)
  const change = (patch: Partial<ProductRule>) => setValues({ ...values, ...patch })
  const missing = (text: string) => (text.trim() === '' ? t('missing') : undefined)
  const digits = values.digits ?? 2
  const badDigits =
    values.kind === 'prefix_digits' && !(Number.isInteger(digits) && digits >= 1 && digits <= 20)
  const submit = async () => {
    const fault =
      missing(values.wanted) ?? missing(values.displayName) ?? (badDigits ? t('digitsWrong') : undefined)
    if (fault) return fault
    onSave({
      ...values,
      wanted: values.kind === 'equals' ? values.wanted.trim() : values.wanted,
      displayName: values.displayName.trim(),
      digits: values.kind === 'prefix_digits' ? digits : null,
    })
    return undefined
  }
  return (
    <FormDialog
      title={t(rule ? 'editRuleTitle' : 'addRule')}
      submit={t('keep')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(wrong) => (
        <>
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
            error={wrong !== null && missing(values.wanted)}
            onChange={(event) => change({ wanted: event.currentTarget.value })}
          />
          {values.kind === 'prefix_digits' && (
            <TextField
              label={t('digits')}
              type="number"
              min={1}
              max={20}
              value={values.digits ?? 2}
              error={wrong !== null && badDigits && t('digitsWrong')}
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
            error={wrong !== null && missing(values.displayName)}
            onChange={(event) => change({ displayName: event.currentTarget.value })}
          />
        </>
      )}
    </FormDialog>
  )
}
