import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { fetchedPart } from '../../../../platform/web/fetched-part.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { useToday } from '../../../../platform/web/format/use-today.ts'
import { Badge, type Tone } from '../../../../platform/web/kit/badge.tsx'
import { ConfirmDialog } from '../../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { Payment, PaymentState } from '../../payments-contract.ts'
import { useCardName } from './card-name.ts'
import { MethodsPanel } from './methods-panel.tsx'
import { PaymentPdf } from './payment-pdf.tsx'
import css from './payments.module.css'
import { type CameBack, paymentsApi, paymentsQuery } from './payments-queries.ts'

const PayDialog = fetchedPart(() => import('./pay-dialog.tsx'))
const CardPayment = fetchedPart(() => import('./card-payment.tsx'))
const TONES: Record<PaymentState, Tone> = {
  announced: 'info',
  pending: 'info',
  action: 'warn',
  received: 'good',
  returned: 'warn',
  declined: 'bad',
  cancelled: 'mute',
}
/** Neither of them by card: what becomes of that the provider says. */
const CANCELLED: readonly PaymentState[] = ['announced', 'action']
/** Something is still to happen to them. */
const OPEN: readonly PaymentState[] = ['announced', 'pending', 'action']
/** The invoices below are what the screen is about. */
const FEW = 5

type PaymentsPanelProps = { currency: string; cameBack: CameBack; onArrived: () => void }

/** How invoices are paid, and what was announced or collected. */
export default function PaymentsPanel({ currency, cameBack, onArrived }: PaymentsPanelProps) {
  const t = useTranslations('finance.pay')
  const formats = useFormats()
  const failureText = useFailureText()
  const access = useAccess()
  const { data, error } = useQuery(paymentsQuery)
  const [asked, ask] = useState<'pay' | { cancel: Payment } | { receive: Payment } | null>(null)
  const pays = can(access, { permission: 'payments.write', module: 'finance' })
  const writes = can(access, { permission: 'invoices.write', module: 'finance' })
  const nameOf = useCardName()
  const close = () => ask(null)
  const [looked, look] = useState<string | null>(null)
  const shown = looked ?? cameBack.payment
  const items = data?.items ?? []
  const [all, showAll] = useState(false)
  const shownItems = items.filter(({ state }, at) => all || at < FEW || OPEN.includes(state))
  if (!pays && items.length === 0 && !error) return null
  return (
    <div className={css.panels}>
      {pays && (
        <MethodsPanel
          bank={data?.bank}
          methods={data?.methods}
          cameBack={cameBack}
          onArrived={onArrived}
          onPay={() => ask('pay')}
        />
      )}
      {error && !data && <p role="alert">{failureText(error)}</p>}
      {items.length > 0 && (
        <Panel title={t('payments')} note={t('count', { count: items.length })}>
          <RecordList
            label={t('payments')}
            items={shownItems.map((payment) => ({
              key: payment.reference,
              title: payment.reference,
              facts: [
                t('facts', {
                  amount: formats.money(payment.amount, payment.currency),
                  date: formats.dateTime(payment.createdAt),
                  who: payment.tenantName ?? payment.createdBy ?? '',
                }),
                formats.list(payment.parts.map(({ invoice }) => invoice)),
                ...(payment.card ? [nameOf(payment.card)] : []),
                ...(payment.state === 'declined' && payment.declined
                  ? [t('notPaid', { reason: t(`reasons.${payment.declined}`) })]
                  : []),
                ...(payment.returned === null
                  ? []
                  : [t('returnedText', { returned: formats.money(payment.returned, payment.currency) })]),
              ],
              actions: (
                <>
                  <Badge tone={TONES[payment.state]}>{t(`states.${payment.state}`)}</Badge>
                  {hasPaper(payment) && <PaymentPdf payment={payment} />}
                  {payment.state === 'action' && pays && (
                    <Button
                      size="compact-sm"
                      aria-label={`${t('look')} ${payment.reference}`}
                      onClick={() => look(payment.reference)}
                    >
                      {t('look')}
                    </Button>
                  )}
                  {CANCELLED.includes(payment.state) && pays && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${t('cancel')} ${payment.reference}`}
                      onClick={() => ask({ cancel: payment })}
                    >
                      {t('cancel')}
                    </Button>
                  )}
                  {payment.card === null && payment.state !== 'received' && writes && (
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
          {shownItems.length < items.length && (
            <Button variant="default" size="compact-sm" onClick={() => showAll(true)}>
              {t('showAll')}
            </Button>
          )}
        </Panel>
      )}
      {asked === 'pay' && data && (
        <Suspense fallback={null}>
          <PayDialog
            currency={currency}
            bank={data.bank}
            methods={data.methods}
            announced={items}
            onClose={close}
          />
        </Suspense>
      )}
      {shown !== undefined && data && (
        <Suspense fallback={null}>
          <CardPayment
            reference={shown}
            provider={data.methods.provider?.name ?? ''}
            onClose={() => {
              look(null)
              onArrived()
            }}
          />
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

/** What to transfer, or the receipt; of a card there is nothing to transfer. */
const hasPaper = ({ card, state }: Payment) => card === null || state === 'received'

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
