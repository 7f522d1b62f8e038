import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { useToday } from '../../../../platform/web/format/use-today.ts'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import { PayableList } from './payable-list.tsx'
import { paymentsApi, randomWish } from './payments-queries.ts'
import { usePayable } from './use-payable.ts'

type RecordDialogProps = {
  currency: string
  onClose: () => void
}

/** A transfer that came in and that nobody announced, for one company. */
export default function RecordDialog({ currency, onClose }: RecordDialogProps) {
  const t = useTranslations('finance.pay')
  const tNumbers = useTranslations('typedNumbers')
  const queries = useQueryClient()
  const { tenant, seesAllTenants } = useAccess()
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: seesAllTenants })
  const [of, setOf] = useState('')
  const [on, setOn] = useState(useToday())
  const [bankReference, setBankReference] = useState('')
  const [wish] = useState(randomWish)
  const company = tenant ?? tenants.find(({ id }) => String(id) === of)
  const payable = usePayable({ currency, tenant: company?.id, isKnown: company !== undefined })
  const record = async () => {
    if (payable.isWrong) return tNumbers('check')
    if (bankReference.replaceAll(/[^\p{L}\p{N}]/gu, '').length < 4) return t('bankReferenceShort')
    if (!company) return t('chooseClient')
    const { reference } = await paymentsApi.recordPayment({
      ...{ tenantId: company.id, wish, on, bankReference, parts: payable.parts },
    })
    toast.done(t('recorded', { reference }))
    onClose()
    await queries.invalidateQueries({ queryKey: ['finance'] })
    return undefined
  }
  return (
    <FormDialog
      title={t('recordTitle')}
      submit={t('recordNow')}
      ready={payable.count > 0 && on !== '' && bankReference.trim() !== ''}
      onSubmit={record}
      onClose={onClose}
    >
      <p>{t('recordText')}</p>
      {seesAllTenants && (
        <ChoiceField
          label={t('client')}
          value={of}
          data={[
            { value: '', label: t('chooseClient') },
            ...tenants.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => {
            setOf(event.currentTarget.value)
            payable.chooseNone()
          }}
        />
      )}
      <TextField
        type="date"
        label={t('receivedOn')}
        value={on}
        onChange={(event) => setOn(event.currentTarget.value)}
      />
      <TextField
        label={t('bankReference')}
        description={t('bankReferenceHint')}
        maxLength={100}
        value={bankReference}
        onChange={(event) => setBankReference(event.currentTarget.value)}
      />
      {company && <PayableList of={payable} />}
    </FormDialog>
  )
}
