import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useToday } from '../../../../platform/web/format/use-today.ts'
import { ConfirmDialog } from '../../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { Payment } from '../../payments-contract.ts'
import { paymentsApi } from './payments-queries.ts'

type AskedProps = {
  asked: { cancel: Payment } | { receive: Payment } | { back: Payment }
  onClose: () => void
}

/** What is asked before something is done with one payment. */
export function Asked({ asked, onClose }: AskedProps) {
  if ('cancel' in asked) return <Cancel payment={asked.cancel} onClose={onClose} />
  if ('receive' in asked) return <Receive payment={asked.receive} onClose={onClose} />
  return <TakeBack payment={asked.back} onClose={onClose} />
}

type OneProps = { payment: Payment; onClose: () => void }

function Cancel({ payment: { reference }, onClose }: OneProps) {
  const t = useTranslations('payments')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await paymentsApi.cancelPayment({ reference })
      toast.done(t('cancelled', { reference }))
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    await queries.invalidateQueries({ queryKey: ['finance'] })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      title={t('cancelTitle', { reference })}
      text={t('cancelText')}
      confirm={t('cancelNow')}
      pending={busy}
      onConfirm={() => void cancel()}
      onClose={onClose}
    />
  )
}

function Receive({ payment: { reference }, onClose }: OneProps) {
  const t = useTranslations('payments')
  const queries = useQueryClient()
  const [on, setOn] = useState(useToday())
  const receive = async () => {
    await paymentsApi.receivePayment({ reference, on })
    toast.done(t('received', { reference }))
    await queries.invalidateQueries({ queryKey: ['finance'] })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('receiveTitle', { reference })}
      submit={t('receiveNow')}
      ready={on !== ''}
      onSubmit={receive}
      onClose={onClose}
    >
      <p>{t('receiveText')}</p>
      <TextField
        type="date"
        label={t('receivedOn')}
        value={on}
        onChange={(event) => setOn(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function TakeBack({ payment: { reference }, onClose }: OneProps) {
  const t = useTranslations('payments')
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const takeBack = async () => {
    await paymentsApi.takePaymentBack({ reference, reason })
    toast.done(t('takenBack', { reference }))
    onClose()
    await queries.invalidateQueries({ queryKey: ['finance'] })
    return undefined
  }
  return (
    <FormDialog
      danger
      title={t('takeBackTitle', { reference })}
      submit={t('takeBackNow')}
      ready={reason.trim() !== ''}
      onSubmit={takeBack}
      onClose={onClose}
    >
      <p>{t('takeBackText')}</p>
      <TextField
        label={t('reason')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
