import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../../platform/web/access/access.tsx'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { useToday } from '../../../../platform/web/format/use-today.ts'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../../platform/web/kit/number-field.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import { PAYMENT_KINDS, type PaymentKind } from '../../payments-contract.ts'
import { amountBounds, amountOf, without } from './amounts.ts'
import { PayableList } from './payable-list.tsx'
import { paymentsApi, randomWish } from './payments-queries.ts'
import { usePayable } from './use-payable.ts'

type RecordDialogProps = {
  currency: string
  onClose: () => void
}

/** A transfer that came in and that nobody announced, for one company. */
export default function RecordDialog({ currency, onClose }: RecordDialogProps) {
  const t = useTranslations('payments')
  const tNumbers = useTranslations('typedNumbers')
  const formats = useFormats()
  const queries = useQueryClient()
  const { tenant, seesAllTenants } = useAccess()
  const { data: tenants = [] } = useQuery({ ...tenantsQuery, enabled: seesAllTenants })
  const [of, setOf] = useState('')
  const today = useToday()
  const [on, setOn] = useState(today)
  const [bankReference, setBankReference] = useState('')
  const [wish] = useState(randomWish)
  const company = tenant ?? tenants.find(({ id }) => String(id) === of)
  const payable = usePayable({ currency, tenant: company?.id, isKnown: company !== undefined })
  const [kind, setKind] = useState<PaymentKind>('payment')
  const [typed, setTyped] = useState('')
  const isPayment = kind === 'payment'
  const amount = typed.trim() === '' ? undefined : amountOf(typed, currency)
  /** What no invoice takes: null where the amount is less than what they take. */
  const rest = isPayment ? amount && without(amount, [payable.total ?? '0.00']) : amount
  const record = async () => {
    if (isPayment && payable.isWrong) return tNumbers('check')
    if (typed.trim() !== '' && amount === undefined) return tNumbers('check')
    if (isPayment && amount !== undefined && amount !== payable.total && rest === null)
      return t('lessThanParts')
    if (bankReference.replaceAll(/[^\p{L}\p{N}]/gu, '').length < 4) return t('bankReferenceShort')
    if (!company) return t('chooseClient')
    const { reference } = await paymentsApi.recordPayment({
      ...{ tenantId: company.id, wish, on, bankReference, kind, currency },
      ...(isPayment && { parts: payable.parts }),
      ...(rest && { onAccount: rest }),
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
      ready={
        (isPayment ? payable.count > 0 : amount !== undefined) && on !== '' && bankReference.trim() !== ''
      }
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
      <ChoiceField
        label={t('kind')}
        value={kind}
        data={PAYMENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(event) => setKind(event.currentTarget.value as PaymentKind)}
      />
      <TextField
        type="date"
        label={t(kind === 'refund' ? 'sentOn' : 'receivedOn')}
        path="on"
        max={today}
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
      {isPayment && company && <PayableList of={payable} />}
      <NumberField
        bounds={amountBounds(currency)}
        label={`${t(kind === 'refund' ? 'amountOut' : 'amountIn')} (${currency})`}
        {...(isPayment && { description: t('amountInHint') })}
        optional={isPayment}
        path="onAccount"
        maxLength={20}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {kind === 'refund' && <p>{t('fromCredit')}</p>}
      {kind !== 'refund' && rest && <p>{t('stays', { amount: formats.money(rest, currency) })}</p>}
    </FormDialog>
  )
}
