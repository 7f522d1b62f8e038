import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { ChoiceField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import type { Methods, Payment } from '../../payments-contract.ts'
import { useCardName } from './card-name.ts'
import { PayableList } from './payable-list.tsx'
import PaymentDialog from './payment-dialog.tsx'
import { PaymentPdf } from './payment-pdf.tsx'
import css from './payments.module.css'
import { paymentsApi, randomWish } from './payments-queries.ts'
import { usePayable } from './use-payable.ts'

type PayDialogProps = {
  currency: string
  bank: string | null
  methods: Methods
  onClose: () => void
}

/**
 * Which invoices are paid, whole or in part, and with what; then where the transfer goes and under which reference, or what
 * became of the card.
 */
export default function PayDialog({ currency, bank, methods, onClose }: PayDialogProps) {
  const t = useTranslations('payments')
  const tNumbers = useTranslations('typedNumbers')
  const queries = useQueryClient()
  const payable = usePayable({ currency })
  const [payment, setPayment] = useState<Payment | null>(null)
  const [wish, setWish] = useState(randomWish)
  const nameOf = useCardName()
  const cards = methods.items.filter(({ expired }) => !expired)
  const [methodId, setMethodId] = useState(String(cards.find(({ isDefault }) => isDefault)?.id ?? ''))

  const pay = async () => {
    if (payable.isWrong) return tNumbers('check')
    const by = { wish, parts: payable.parts }
    setPayment(
      await (methodId === ''
        ? paymentsApi.announcePayment(by)
        : paymentsApi.payByCard({ ...by, methodId: Number(methodId) })),
    )
    await queries.invalidateQueries({ queryKey: ['finance', 'payments'] })
    return undefined
  }
  if (payment?.card)
    return (
      <PaymentDialog
        reference={payment.reference}
        provider={methods.provider?.name ?? ''}
        onAgain={() => {
          // Another payment, whatever became of the one before.
          setWish(randomWish())
          setPayment(null)
        }}
        onClose={onClose}
      />
    )
  if (payment) return <Announced payment={payment} bank={bank} onClose={onClose} />
  return (
    <FormDialog
      title={t('title')}
      submit={t(methodId === '' ? 'announce' : 'payNow')}
      ready={payable.count > 0}
      onSubmit={pay}
      onClose={onClose}
    >
      {cards.length > 0 && (
        <ChoiceField
          label={t('method')}
          value={methodId}
          data={[
            { value: '', label: t('bankTransfer') },
            ...cards.map((card) => ({ value: String(card.id), label: nameOf(card) })),
          ]}
          onChange={(event) => setMethodId(event.currentTarget.value)}
        />
      )}
      <p>{t(methodId === '' ? 'what' : 'whatCard')}</p>
      <PayableList of={payable} />
    </FormDialog>
  )
}

function Announced({
  payment,
  bank,
  onClose,
}: {
  payment: Payment
  bank: string | null
  onClose: () => void
}) {
  const t = useTranslations('payments')
  const formats = useFormats()
  return (
    <Dialog
      opened
      title={t('announced')}
      onClose={onClose}
      actions={
        <>
          <PaymentPdf payment={payment} />
          <Button onClick={onClose}>{t('done')}</Button>
        </>
      }
    >
      <p>{t('transfer', { amount: formats.money(payment.amount, payment.currency) })}</p>
      <p className={css.reference}>
        <strong>{payment.reference}</strong>
      </p>
      <p className={css.bank}>{bank ?? t('noBank')}</p>
    </Dialog>
  )
}
