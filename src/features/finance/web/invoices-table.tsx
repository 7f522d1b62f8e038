import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { ColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { useChangedRows } from '../../../platform/web/table/use-changed-rows.ts'
import type { Invoice } from '../contract.ts'
import css from './finance.module.css'
import { type FinanceSearch, type InvoiceFilter, isFiltered, NO_FILTER } from './finance-search.ts'
import { invoiceAddress } from './invoice-address.ts'
import type { useFinance } from './use-finance.ts'
import { useFinanceFailure } from './use-finance-failure.ts'
import type { useInvoiceColumns } from './use-invoice-columns.tsx'

const invoiceKey = ({ id }: Invoice) => id

type InvoicesTableProps = {
  screen: ReturnType<typeof useFinance>
  filter: InvoiceFilter
  columns: ReturnType<typeof useInvoiceColumns>
  choice: ColumnChoice
  onChange: (patch: FinanceSearch) => void
}

/** "Recent Invoices": the newest first; a row opens its invoice. */
export function InvoicesTable({
  screen: { list, refresh },
  filter,
  columns,
  choice,
  onChange,
}: InvoicesTableProps) {
  const t = useTranslations('finance')
  const failureText = useFinanceFailure()
  const { rows, total, more, loading, dimmed, failure } = list
  const changed = useChangedRows(rows, invoiceKey, dimmed ? null : JSON.stringify(filter))
  const navigate = useNavigate()
  const { seesAllTenants } = useAccess()
  if (failure)
    return (
      <ErrorCard
        title={t('noneAvailable')}
        message={failureText(failure)}
        failure={failure}
        onRetry={refresh}
      />
    )
  return (
    <Panel title={t('recentInvoices')} actions={<ColumnChooser choice={choice} />} flush>
      <div className={css.table}>
        <DataTable
          label={t('recentInvoices')}
          columns={columns}
          rows={rows}
          rowKey={invoiceKey}
          changed={changed}
          rowTitle={({ number }) => t('invoice', { number })}
          choice={choice}
          sort={filter.sort}
          onSort={(sort) => onChange({ sort: sort as FinanceSearch['sort'] })}
          onOpen={(row) =>
            void navigate({
              to: '/finance/invoices/$number',
              params: { number: invoiceAddress(row, seesAllTenants) },
            })
          }
          total={total}
          more={more}
          loading={loading}
          dimmed={dimmed}
          empty={<NoInvoices filter={filter} onChange={onChange} />}
          flush
        />
      </div>
    </Panel>
  )
}

function NoInvoices({ filter, onChange }: Pick<InvoicesTableProps, 'filter' | 'onChange'>) {
  const t = useTranslations('finance')
  if (!isFiltered(filter)) return <EmptyState title={t('none')} hint={t('noneHint')} />
  return (
    <EmptyState
      title={t('noneFound')}
      hint={t(filter.search ? 'adjustSearch' : 'adjustFilters')}
      actions={
        <Button variant="default" onClick={() => onChange(NO_FILTER)}>
          {t('clearFilters')}
        </Button>
      }
    />
  )
}
