import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { api, settingsQuery } from './po-queries.ts'

/** Above what a purchase order needs somebody's approval; empty: nothing does. */
export function LimitDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('purchaseOrders')
  const queries = useQueryClient()
  const { data } = useQuery(settingsQuery(undefined))
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? data?.approvalLimit ?? ''
  const submit = async () => {
    const plain = value.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.')
    if (!/^(\d{1,12}(\.\d{1,2})?)?$/.test(plain)) return t('limit.bad')
    const approvalLimit = plain === '' ? null : Number(plain).toFixed(2)
    await api.setLimit({ approvalLimit, version: data?.version })
    await queries.invalidateQueries({ queryKey: ['purchase-orders', 'settings'] })
    toast.done(t('limit.saved'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('limit.title')}
      submit={t('save')}
      ready={data !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('limit.label', { currency: data?.currency ?? '' })}
        description={t('limit.hint')}
        inputMode="decimal"
        maxLength={20}
        data-autofocus
        value={value}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
