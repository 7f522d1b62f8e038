import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconRefresh } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { CurrencyBar } from '../../../platform/web/kit/currency-bar.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import { ExportMenu } from '../../exports/web/published.ts'
import type { FinanceOverview } from '../contract.ts'
import { DraftsSkeleton } from './drafts/drafts-skeleton.tsx'
import { FinanceCards } from './finance-cards.tsx'
import { DEFAULTS, type FinanceSearch, filterOf } from './finance-search.ts'
import { InvoiceFilters } from './invoice-filters.tsx'
import { InvoicesTable } from './invoices-table.tsx'
import { OwedParts } from './owed-parts.tsx'
import { PaymentsSkeleton } from './payments/payments-skeleton.tsx'
import { useFinance } from './use-finance.ts'
import { useFinanceFailure } from './use-finance-failure.ts'
import { useInvoiceColumns } from './use-invoice-columns.tsx'

const DraftsPanel = lazyComponent(() => import('./drafts/drafts-panel.tsx'))
const PaymentsPanel = lazyComponent(() => import('./payments/payments-panel.tsx'))
const StatementDialog = lazyComponent(() => import('./statement-dialog.tsx'))

/** What the screen shows comes by it. */
const UPSTREAM = ['invoices', 'payments']

/** What the client owes, by age and in every currency, and the invoices that it is made of (D4, D5). */
export default function FinancePage() {
  const t = useTranslations('finance')
  const failureText = useFinanceFailure()
  const [search, change] = useUrlState<FinanceSearch>(DEFAULTS)
  const filter = filterOf(search)
  const columns = useInvoiceColumns()
  const choice = useColumnChoice('invoices', columns)
  const screen = useFinance(filter)
  const { overview, list } = screen
  const { data, error } = overview
  const writes = can(useAccess(), { permission: 'invoices.write', module: 'finance' })
  const [asksStatement, askStatement] = useState(false)
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {(data ? data.receivables.basis === 'invoices' : !error) && (
              <Button
                variant="default"
                disabled={!data}
                leftSection={<IconFileSpreadsheet size={18} stroke={1.75} aria-hidden />}
                onClick={() => askStatement(true)}
              >
                {t('statement.button')}
              </Button>
            )}
            <ExportMenu
              offers={[
                {
                  kind: 'invoices',
                  filter,
                  rows: list.dimmed ? null : list.total,
                  title: t('matching', { count: list.total ?? 0 }),
                },
              ]}
            />
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
              aria-disabled={screen.refreshing}
              onClick={screen.refresh}
            >
              {t(screen.refreshing ? 'refreshing' : 'refresh')}
            </Button>
          </>
        }
      />
      <ConnectionBanner
        loaded={data && list.first?.counts ? t('loaded', { count: list.first.counts.all }) : undefined}
        loading={t('loading')}
        error={error && !data ? failureText(error) : null}
        staleFailure={data ? (error ?? list.staleFailure) : null}
        updatedAt={overview.dataUpdatedAt}
        asOf={data?.asOf}
        kinds={data?.receivables.basis === 'estimate' ? ['orders'] : UPSTREAM}
        onRetry={screen.refresh}
      />
      {(data || !error) && <Currencies data={data} onChoose={(currency) => change({ currency })} />}
      <FinanceCards data={data} failed={error !== null && !data} dimmed={overview.isPlaceholderData} />
      {data?.receivables.basis === 'invoices' && <OwedParts data={data} />}
      <InvoiceFilters
        search={search}
        counts={list.first?.counts}
        sums={list.dimmed ? undefined : list.first?.sums}
        total={list.dimmed ? null : list.total}
        onChange={change}
      />
      {asksStatement && data && (
        <Suspense fallback={null}>
          <StatementDialog
            today={data.today}
            currency={data.currency}
            languages={data.paperLanguages}
            currencies={[data.currency, ...data.others.map((one) => one.currency)].toSorted()}
            onClose={() => askStatement(false)}
          />
        </Suspense>
      )}
      {writes && (
        <Suspense fallback={<DraftsSkeleton />}>
          <DraftsPanel begin={search.begin} onBegun={() => change({ begin: undefined })} />
        </Suspense>
      )}
      {!data && !error && <PaymentsSkeleton />}
      {data && (
        <Suspense fallback={<PaymentsSkeleton />}>
          <PaymentsPanel
            currency={data.currency}
            cameBack={search}
            onArrived={() => change({ setup: undefined, page: undefined, payment: undefined })}
          />
        </Suspense>
      )}
      <InvoicesTable screen={screen} filter={filter} columns={columns} choice={choice} onChange={change} />
    </>
  )
}

/** One currency is shown, and what is owed in the others is named (D2). */
function Currencies({
  data,
  onChoose,
}: {
  data: FinanceOverview | undefined
  onChoose: (currency: string) => void
}) {
  const t = useTranslations('finance')
  const formats = useFormats()
  const others = data?.others ?? []
  return (
    <CurrencyBar
      label={t('currency')}
      currencies={data && [data.currency, ...others.map((one) => one.currency)].toSorted()}
      shown={data?.currency}
      note={
        data &&
        t('currencyNote', {
          currency: data.currency,
          others: formats.list(others.map((one) => formats.money(one.total, one.currency))),
        })
      }
      onChoose={onChoose}
    />
  )
}
