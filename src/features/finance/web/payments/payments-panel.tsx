import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { MoreButton } from '../../../../platform/web/kit/more-button.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../../platform/web/kit/record-list.tsx'
import { Refusal } from '../../../../platform/web/kit/refusal.tsx'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import { useCursorList } from '../../../../platform/web/query/cursor-query.ts'
import type { Payment, PaymentPage, PaymentState } from '../../payments-contract.ts'
import { MethodsPanel } from './methods-panel.tsx'
import { Asked } from './payment-acts.tsx'
import { PaymentBadge, usePaymentFacts } from './payment-facts.tsx'
import { hasPaper, PaymentPdf } from './payment-pdf.tsx'
import css from './payments.module.css'
import { type CameBack, paymentsQuery } from './payments-queries.ts'
import { PaymentsSkeleton } from './payments-skeleton.tsx'

const PayDialog = lazyComponent(() => import('./pay-dialog.tsx'))
const RecordDialog = lazyComponent(() => import('./record-dialog.tsx'))
const PaymentDialog = lazyComponent(() => import('./payment-dialog.tsx'))
/** Neither of them by card: what becomes of that the provider says. */
const CANCELLED: readonly PaymentState[] = ['announced', 'action']
/** Something is still to happen to them. */
const OPEN: readonly PaymentState[] = ['announced', 'pending', 'action']
/** The invoices below are what the screen is about. */
const FEW = 5

type PaymentsPanelProps = { currency: string; cameBack: CameBack; onArrived: () => void }

/** How invoices are paid, and what was announced or collected. */
export default function PaymentsPanel({ currency, cameBack, onArrived }: PaymentsPanelProps) {
  const t = useTranslations('payments')
  const tPanels = useTranslations('finance.panels')
  const formats = useFormats()
  const factsOf = usePaymentFacts()
  const failureText = useFailureText()
  const access = useAccess()
  const list = useCursorList(paymentsQuery)
  const { first: data, rows: items, total, failure: error } = list
  const [asked, ask] = useState<
    'pay' | 'record' | { cancel: Payment } | { receive: Payment } | { back: Payment } | null
  >(null)
  const pays = can(access, { permission: 'payments.write', module: 'finance' })
  const writes = can(access, { permission: 'invoices.write', module: 'finance' })
  const close = () => ask(null)
  const sumOf = ({ currency: of, received, announced }: NonNullable<PaymentPage['sums']>[number]) =>
    t('sum', { received: formats.money(received, of), announced: formats.money(announced, of) })
  const sentOf = ({ currency: of, count, amount }: NonNullable<PaymentPage['sent']>[number]) =>
    t('sentSum', { count, amount: formats.money(amount, of) })
  const [looked, look] = useState<string | null>(null)
  const shown = looked ?? cameBack.payment
  const [all, showAll] = useState(false)
  const shownItems = items.filter(({ state }, at) => all || at < FEW || OPEN.includes(state))
  if (!data && !error) return <PaymentsSkeleton />
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
      {error && !data && <Refusal>{failureText(error)}</Refusal>}
      {data && (
        <Panel
          title={tPanels('payments')}
          note={[t('count', { count: total ?? items.length }), ...(data.sums ?? []).map(sumOf)].join(' · ')}
          actions={
            writes && (
              <Button variant="default" size="compact-md" onClick={() => ask('record')}>
                {t('record')}
              </Button>
            )
          }
        >
          {items.length === 0 &&
            (writes ? (
              <EmptyState title={t('noPayments')} hint={t('noPaymentsHint')} />
            ) : (
              <p>{t('noPayments')}</p>
            ))}
          {(data.sent ?? []).length > 0 && (
            <p>{t('sent', { sums: formats.list((data.sent ?? []).map(sentOf)) })}</p>
          )}
          <RecordList
            label={tPanels('payments')}
            items={shownItems.map((payment) => ({
              key: payment.reference,
              title: payment.reference,
              facts: factsOf(payment),
              actions: (
                <>
                  <PaymentBadge payment={payment} />
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
                  {payment.card === null && payment.state !== 'received' && !payment.recorded && writes && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${t('receive')} ${payment.reference}`}
                      onClick={() => ask({ receive: payment })}
                    >
                      {t('receive')}
                    </Button>
                  )}
                  {payment.card === null && payment.receivedOn !== null && writes && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${t('takeBack')} ${payment.reference}`}
                      onClick={() => ask({ back: payment })}
                    >
                      {t('takeBack')}
                    </Button>
                  )}
                </>
              ),
            }))}
          />
          {shownItems.length < items.length ? (
            <Button variant="default" size="compact-sm" onClick={() => showAll(true)}>
              {t('showAll')}
            </Button>
          ) : (
            list.more && (
              <MoreButton more={list.more} small>
                {t('more')}
              </MoreButton>
            )
          )}
        </Panel>
      )}
      {asked === 'pay' && data && (
        <Suspense fallback={null}>
          <PayDialog currency={currency} bank={data.bank} methods={data.methods} onClose={close} />
        </Suspense>
      )}
      {asked === 'record' && data && (
        <Suspense fallback={null}>
          <RecordDialog currency={currency} onClose={close} />
        </Suspense>
      )}
      {shown !== undefined && data && (
        <Suspense fallback={null}>
          <PaymentDialog
            reference={shown}
            provider={data.methods.provider?.name ?? ''}
            onClose={() => {
              look(null)
              onArrived()
            }}
          />
        </Suspense>
      )}
      {asked !== null && typeof asked === 'object' && <Asked asked={asked} onClose={close} />}
    </div>
  )
}
