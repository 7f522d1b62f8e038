import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { isProblem } from '../../../../platform/web/api/failures.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { ConnectionBanner } from '../../../../platform/web/kit/connection-banner.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Cell, Grid, Panel } from '../../../../platform/web/kit/panel.tsx'
import { PdfButton } from '../../../../platform/web/kit/pdf-button.tsx'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import { Slot } from '../../../../platform/web/slots/slots.tsx'
import type { Invoice, InvoiceDetail } from '../../contract.ts'
import css from '../finance.module.css'
import { invoiceQuery } from '../finance-queries.ts'
import { State, Sum } from '../invoice-cells.tsx'
import { useFinanceFailure } from '../use-finance-failure.ts'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoicePayments } from './invoice-payments.tsx'

declare module '../../../../platform/web/slots/slots.tsx' {
  interface Slots {
    /** Beneath one invoice, what other features know of it. */
    'invoice.panel': { invoice: Invoice }
  }
}

const CreditButton = lazyComponent(() => import('../drafts/credit-button.tsx'))

/** One invoice: its lines and taxes, what was paid of it, and what is open. */
export default function InvoicePage() {
  const t = useTranslations('finance')
  const failureText = useFinanceFailure()
  const params: unknown = useParams({ strict: false })
  const { number = '' } = params as { number?: string }
  const { data, error, refetch, dataUpdatedAt } = useQuery(invoiceQuery(number))
  const retry = () => void refetch()
  if (data) return <Opened detail={data} staleFailure={error} updatedAt={dataUpdatedAt} onRetry={retry} />
  if (isProblem(error, 404))
    return (
      <>
        <PageHead title={t('detail.noneTitle')} />
        <Panel>
          <EmptyState title={t('detail.none')} actions={<Link to="/finance">{t('detail.back')}</Link>} />
        </Panel>
      </>
    )
  return (
    <>
      <PageHead title={t('invoice', { number: number.replace(/^id:/, '') })} trail={<Trail />} />
      {isProblem(error) && error.code === 'ambiguous' ? (
        <Several number={number} ids={error.problem.ids ?? []} />
      ) : error ? (
        <ErrorCard
          title={t('detail.notLoaded')}
          message={failureText(error)}
          failure={error}
          onRetry={retry}
        />
      ) : (
        <div className={css.loading} role="status" aria-busy="true" aria-label={t('detail.loading')}>
          <Skeleton height={44} />
          <Skeleton height={320} />
        </div>
      )}
    </>
  )
}

const Trail = () => {
  const t = useTranslations('finance')
  return <Link to="/finance">{t('title')}</Link>
}

/** Several invoices bear the number: which one? */
function Several({ number, ids }: { number: string; ids: readonly number[] }) {
  const t = useTranslations('finance')
  return (
    <Panel title={t('detail.several', { count: ids.length })} flush>
      <ul className={css.choices}>
        {ids.map((id, at) => (
          <li key={id}>
            <Link to="/finance/invoices/$number" params={{ number: `id:${id}` }}>
              {t('detail.choice', { number, place: at + 1 })}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type OpenedProps = { detail: InvoiceDetail; staleFailure: unknown; updatedAt: number; onRetry: () => void }

function Opened({ detail, staleFailure, updatedAt, onRetry }: OpenedProps) {
  const t = useTranslations('finance')
  const formats = useFormats()
  const access = useAccess()
  const { seesAllTenants } = access
  const writes = can(access, { permission: 'invoices.write', module: 'finance' })
  const { invoice } = detail
  const isCredit = invoice.kind === 'credit_note'
  const facts = [
    seesAllTenants && invoice.tenantName,
    invoice.clientName,
    invoice.dueDate && t('detail.due', { date: formats.date(invoice.dueDate) }),
  ]
  return (
    <>
      <PageHead
        title={t(isCredit ? 'creditNote' : 'invoice', { number: invoice.number })}
        badge={<State invoice={invoice} />}
        trail={<Trail />}
        subtitle={facts.filter(Boolean).join(' · ')}
        actions={
          <>
            <p className={css.amount}>
              <small>{t(isCredit ? 'lines.creditLeft' : 'columns.balance')}</small>
              <strong>
                <Sum amount={invoice.balance} currency={invoice.currency} />
              </strong>
            </p>
            {writes && detail.origin === 'portal' && !isCredit && (
              <Suspense fallback={null}>
                <CreditButton detail={detail} />
              </Suspense>
            )}
            <PdfButton path={`/invoices/id:${invoice.id}/pdf`} name={invoice.number} />
          </>
        }
      />
      <ConnectionBanner
        loaded={t('detail.loaded', { number: invoice.number })}
        loading={t('detail.loading')}
        staleFailure={staleFailure}
        updatedAt={updatedAt}
        asOf={detail.asOf}
        kinds={['invoices', 'payments']}
        onRetry={onRetry}
      />
      {detail.remarks.length > 0 && (
        <ul className={css.remarks} aria-label={t('detail.remarks')}>
          {detail.remarks.map((remark) => (
            <li key={remark}>
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
              {t(`remarks.${remark}`)}
            </li>
          ))}
        </ul>
      )}
      <Grid>
        <Cell span={12}>
          <InvoiceLines detail={detail} />
        </Cell>
        <Cell span={8}>
          <InvoicePayments detail={detail} />
        </Cell>
        <Cell span={4}>
          <div className={css.column}>
            <InvoiceFacts detail={detail} />
            <Slot name="invoice.panel" given={{ invoice }} />
          </div>
        </Cell>
      </Grid>
    </>
  )
}
