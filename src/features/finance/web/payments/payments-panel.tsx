import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { fetchedPart } from '../../../../platform/web/fetched-part.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../../platform/web/kit/badge.tsx'
import { ConfirmDialog } from '../../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { Payment, PaymentState } from '../../payments-contract.ts'
import { PaymentPdf } from './payment-pdf.tsx'
import css from './payments.module.css'
import { paymentsApi, paymentsQuery } from './payments-queries.ts'

const PayDialog = fetchedPart(() => import('./pay-dialog.tsx'))
const TONES: Record<PaymentState, Tone> = { announced: 'info', received: 'good', cancelled: 'mute' }

/** How invoices are paid, and what was announced to be paid. */
export default function PaymentsPanel({ currency }: { currency: string }) {
  const t = useTranslations('finance.pay')
  const formats = useFormats()
  const failureText = useFailureText()
  const access = useAccess()
  const { data, error } = useQuery(paymentsQuery)
  const [asked, ask] = useState<'pay' | { cancel: Payment } | { receive: Payment } | null>(null)
  const pays = can(access, { permission: 'payments.write', module: 'finance' })
  const writes = can(access, { permission: 'invoices.write', module: 'finance' })
  const close = () => ask(null)
  const items = data?.items ?? []
  if (!pays && items.length === 0 && !error) return null
  return (
    <div className={css.panels}>
      {pays && (
        <Panel
          title={t('methods')}
          actions={
            <Button disabled={!data} onClick={() => ask('pay')}>
              {t('pay')}
            </Button>
          }
        >
          <RecordList
            label={t('methods')}
            items={[
              {
                key: 'transfer',
                title: t('bankTransfer'),
                facts: [
                  <span key="bank" className={css.bank}>
                    {data?.bank ?? t('noBank')}
                  </span>,
                ],
                actions: <Badge tone="good">{t('default')}</Badge>,
              },
            ]}
          />
        </Panel>
      )}
      {error && !data && <p role="alert">{failureText(error)}</p>}
      {items.length > 0 && (
        <Panel title={t('payments')} note={t('count', { count: items.length })}>
          <RecordList
            label={t('payments')}
            items={items.map((payment) => ({
              key: payment.reference,
              title: payment.reference,
              facts: [
                t('facts', {
                  amount: formats.money(payment.amount, payment.currency),
                  date: formats.dateTime(payment.createdAt),
                  who: payment.tenantName ?? payment.createdBy ?? '',
                }),
                formats.list(payment.parts.map(({ invoice }) => invoice)),
              ],
              actions: (
                <>
                  <Badge tone={TONES[payment.state]}>{t(`states.${payment.state}`)}</Badge>
                  <PaymentPdf payment={payment} />
                  {payment.state === 'announced' && pays && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${t('cancel')} ${payment.reference}`}
                      onClick={() => ask({ cancel: payment })}
                    >
                      {t('cancel')}
                    </Button>
                  )}
                  {payment.state !== 'received' && writes && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${t('receive')} ${payment.reference}`}
                      onClick={() => ask({ receive: payment })}
                    >
                      {t('receive')}
                    </Button>
                  )}
                </>
              ),
            }))}
          />
        </Panel>
      )}
      {asked === 'pay' && data && (
        <Suspense fallback={null}>
          <PayDialog currency={currency} bank={data.bank} announced={items} onClose={close} />
        </Suspense>
      )}
      {asked !== null && asked !== 'pay' && 'cancel' in asked && (
        <Cancel payment={asked.cancel} onClose={close} />
      )}
      {asked !== null && asked !== 'pay' && 'receive' in asked && (
        <Receive payment={asked.receive} onClose={close} />
      )}
    </div>
  )
}

type OneProps = { payment: Payment; onClose: () => void }

function Cancel({ payment: { reference }, onClose }: OneProps) {
  const t = useTranslations('finance.pay')
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
  const t = useTranslations('finance.pay')
  const queries = useQueryClient()
  const [on, setOn] = useState(new Date().toISOString().slice(0, 10))
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
