import { useTranslations } from 'use-intl'
import { SaveFigures } from '../../../../platform/web/charts/save-figures.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { SalesAnalytics, SalesComparison } from '../../contract.ts'
import { FiguresSkeleton } from '../figures-skeleton.tsx'
import { salesFailure } from '../sales-failure.ts'
import type { ComparedList, ComparedPeriods, Figure, Side } from './analytics-figure.ts'
import css from './comparison.module.css'
import { ComparisonChoices } from './comparison-choices.tsx'
import { ComparisonCounts } from './comparison-counts.tsx'
import { type ComparisonRow, ComparisonTable } from './comparison-table.tsx'
import { usePeriods } from './use-periods.ts'
import type { ComparisonScreen } from './use-sales-comparison.ts'

type AnalyticsComparisonProps = {
  screen: ComparisonScreen
  analytics: SalesAnalytics | undefined
  asked: ComparedPeriods
  onChange: (periods: ComparedPeriods) => void
  onOpen: ((figure: Figure) => void) | undefined
}

const OTHERS = '\u0000others'

/** Any two periods side by side: totals, products and customers, with the change from one to the other (D1). */
export default function AnalyticsComparison({
  screen,
  analytics,
  asked,
  onChange,
  onOpen,
}: AnalyticsComparisonProps) {
  const t = useTranslations('salesAnalytics')
  const tSales = useTranslations('sales')
  const names = usePeriods()
  const { compared, dimmed, failure, retry } = screen
  if (failure)
    return (
      <ErrorCard
        title={t('compare.failed')}
        message={salesFailure(t, failure)}
        failure={failure}
        onRetry={retry}
      />
    )
  const periods = {
    current: compared ? names.range(compared.period) : '',
    previous: compared ? names.range(compared.against) : '',
  }
  const table = (list: 'totals' | ComparedList, heading: string, rows: ComparisonRow[]) => (
    <ComparisonTable
      label={t(`compare.${list}`)}
      heading={heading}
      rows={rows}
      periods={periods}
      currency={compared?.currency ?? null}
      onOpen={onOpen && ((what, key) => onOpen(figureOf(what, list, key)))}
    />
  )
  const part = (list: ComparedList, heading: string) => {
    const rows = compared?.[list] && rowsOf(compared[list], (count) => t('compare.others', { count }))
    if (compared && !rows) return null
    return (
      <Panel
        title={t(`compare.${list}`)}
        note={compared && `${periods.current} / ${periods.previous}`}
        flush
        busy={dimmed || !compared}
        actions={
          compared &&
          rows &&
          rows.length > 0 && (
            <SaveTable rows={rows} heading={heading} list={list} compared={compared} periods={periods} />
          )
        }
      >
        {!rows ? (
          <FiguresSkeleton rows={6} columns={4} />
        ) : rows.length === 0 ? (
          <EmptyState title={list === 'products' ? tSales('noProductData') : t('noCustomers')} />
        ) : (
          table(list, heading, rows)
        )}
      </Panel>
    )
  }
  const totalsOf = ({ totals: { figures } }: SalesComparison): ComparisonRow[] => [
    { key: '', name: tSales('total'), figures },
  ]
  return (
    <div className={css.part}>
      <Panel
        title={t('compare.title')}
        note={compared && `${periods.current} / ${periods.previous}`}
        busy={dimmed || !compared}
        actions={
          compared && (
            <SaveTable
              rows={totalsOf(compared)}
              heading={t('compare.totals')}
              list="totals"
              compared={compared}
              periods={periods}
            />
          )
        }
      >
        {compared && analytics && (
          <ComparisonChoices asked={asked} shown={compared} analytics={analytics} onChange={onChange} />
        )}
        {compared ? (
          <>
            <ComparisonCounts totals={compared.totals} onOpen={onOpen} />
            {table('totals', t('compare.totals'), totalsOf(compared))}
            {compared.beyond && <p>{t('compare.beyond')}</p>}
          </>
        ) : (
          <FiguresSkeleton rows={2} columns={4} />
        )}
      </Panel>
      {part('products', tSales('product'))}
      {part('customers', t('customer'))}
    </div>
  )
}

function figureOf(what: Side | 'quantity' | 'amount', list: 'totals' | ComparedList, key: string): Figure {
  const of =
    what === 'quantity' || what === 'amount'
      ? ({ kind: 'change', of: what } as const)
      : ({ kind: 'compared', side: what } as const)
  if (list === 'totals') return of
  return key === OTHERS
    ? { ...of, others: list }
    : { ...of, [list === 'products' ? 'product' : 'customer']: key }
}

function rowsOf(
  { items, others, rest }: SalesComparison['products'],
  nameOthers: (count: number) => string,
): ComparisonRow[] {
  return others === 0 ? items : [...items, { key: OTHERS, name: nameOthers(others), figures: rest }]
}

type SaveTableProps = {
  rows: readonly ComparisonRow[]
  heading: string
  list: 'totals' | ComparedList
  compared: SalesComparison
  periods: Record<Side, string>
}

/** The table as it stands. It has periods of its own: year and quarter do not act on it. */
function SaveTable({ rows, heading, list, compared, periods }: SaveTableProps) {
  const t = useTranslations('salesAnalytics')
  const tSales = useTranslations('sales')
  const units = (['revenue', 'quantity'] as const).flatMap((unit) => [
    ...(['current', 'previous'] as const).map((side) => ({
      name: `${t(unit)}, ${periods[side]}`,
      values: rows.map(({ figures }) => figures[unit][side]),
    })),
    {
      name: `${t(unit)}, ${t('compare.change')} %`,
      values: rows.map(({ figures }) => figures[unit].growth),
    },
  ])
  return (
    <SaveFigures
      title={t(`compare.${list}`)}
      note={[`${periods.current} / ${periods.previous}`, compared.currency].filter(Boolean).join(' · ')}
      regardless={[tSales('year'), t('quarter')]}
      fileName={t(`files.compared.${list}`)}
      heading={heading}
      rows={rows.map(({ name }) => name)}
      columns={units}
    />
  )
}
