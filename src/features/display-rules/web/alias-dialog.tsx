import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import type { CustomerAlias } from '../contract.ts'
import { aliasFault } from '../domain/faults.ts'
import css from './rules.module.css'
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
  const ui = useTranslations('ui')
  const id = useId()
  const [values, setValues] = useState(alias ?? { variant: '', displayName: '' })
  const [asked, setAsked] = useState(false)
  const variant = values.variant.trim()
  const displayName = values.displayName.trim()
  const { data: known = [] } = useQuery(namesQuery('customer', useDeferredValue(variant)))
  const fault = aliasFault([...others, { variant, displayName }])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (variant && displayName && !fault) onSave({ variant, displayName })
  }
  return (
    <Dialog
      opened
      title={t(alias ? 'editAliasTitle' : 'addAlias')}
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
        <TextField
          label={t('variant')}
          description={t('variantHint')}
          value={values.variant}
          maxLength={LONGEST}
          list={`${id}-names`}
          data-autofocus
          error={asked && (!variant ? t('missing') : fault?.code === 'alias_twice' && t('twice'))}
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
          error={
            asked &&
            (!displayName ? t('missing') : fault?.code === 'alias_chain' && t('chain', { name: fault.name }))
          }
          onChange={(event) => setValues({ ...values, displayName: event.currentTarget.value })}
        />
      </form>
    </Dialog>
  )
}
