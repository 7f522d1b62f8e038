import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import type { CustomerAlias } from '../contract.ts'
import { aliasFault } from '../domain/faults.ts'
import { namesQuery } from './rules-queries.ts'

const LONGEST = 200

type DialogProps = {
  alias: CustomerAlias | null
  others: readonly CustomerAlias[]
  onSave: (alias: CustomerAlias) => void
  onClose: () => void
}

/** One alias; the names that upstream has sent are offered. It goes into the list, not into force. */
export function AliasDialog({ alias, others, onSave, onClose }: DialogProps) {
  const t = useTranslations('displayRules')
  const id = useId()
  const [values, setValues] = useState(alias ?? { variant: '', displayName: '' })
  const variant = values.variant.trim()
  const displayName = values.displayName.trim()
  const { data: known = [] } = useQuery(namesQuery('customer', useDeferredValue(variant)))
  const fault = aliasFault([...others, { variant, displayName }])
  const ofVariant = !variant ? t('missing') : fault?.code === 'alias_twice' ? t('twice') : undefined
  const ofName = !displayName
    ? t('missing')
    : fault?.code === 'alias_chain'
      ? t('chain', { name: fault.name })
      : undefined
  const submit = async () => {
    const wrong = ofVariant ?? ofName
    if (wrong === undefined) onSave({ variant, displayName })
    return wrong
  }
  return (
    <FormDialog
      title={t(alias ? 'editAliasTitle' : 'addAlias')}
      submit={t('keep')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextField
            label={t('variant')}
            description={t('variantHint')}
            value={values.variant}
            maxLength={LONGEST}
            list={`${id}-names`}
            data-autofocus
            error={wrong !== null && ofVariant}
            onChange={(event) => setValues({ ...values, variant: event.currentTarget.value })}
          />
          <datalist id={`${id}-names`}>
            {[...new Set(known.map(({ name }) => name.trim()))].filter(Boolean).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <TextField
            label={t('displayName')}
            value={values.displayName}
            maxLength={LONGEST}
            error={wrong !== null && ofName}
            onChange={(event) => setValues({ ...values, displayName: event.currentTarget.value })}
          />
        </>
      )}
    </FormDialog>
  )
}
