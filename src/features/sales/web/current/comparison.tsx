import { useMediaQuery } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { type SavedColumn, SaveFigures } from '../../../../platform/web/charts/save-figures.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { CurrentSales } from '../../contract.ts'
import type { HistoryFilter } from '../figure.ts'
import { FiguresSkeleton } from '../figures-skeleton.tsx'
import { ComparisonCards } from './comparison-cards.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import css from './current.module.css'
import type { CurrentFigure } from './current-figure.ts'
import { useComparedMonths } from './use-current-period.ts'

type ComparisonProps = {
  sales: CurrentSales | undefined
  filter: HistoryFilter
  dimmed: boolean
  onOpen: (figure: CurrentFigure) => void
}

const LEGEND = [
  ['growth', 'legendGrowth'],
  ['stable', 'legendStable'],
  ['decline', 'legendDecline'],
  ['new', 'legendNew'],
] as const

/** The SKUs that sold most, both years side by side (D1); on a phone a card each. */
export default function Comparison({ sales, filter, dimmed, onOpen }: ComparisonProps) {
  const t = useTranslations('currentSales')
  const tSales = useTranslations('sales')
  const tTrend = useTranslations('ui.trend')
  const compared = useComparedMonths()
  const phone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  const Shown = phone ? ComparisonCards : ComparisonTable
  const title = t('comparison')
  const note =
    sales &&
    sales.comparison.length > 0 &&
    t('comparisonNote', {
      count: sales.comparison.length,
      period: compared(sales.ytd.throughMonth, filter, sales.ytd.years[1]),
    })
  return (
    <Panel
      title={title}
      note={note}
      flush
      busy={dimmed || !sales}
      actions={
        sales &&
        sales.comparison.length > 0 && (
          <SaveFigures
            title={title}
            note={[note, sales.currency].filter(Boolean).join(' · ')}
            // It keeps its years (D2).
            regardless={[tSales('year')]}
            fileName={t('files.comparison')}
            heading={t('code')}
            rows={sales.comparison.map(({ code }) => code)}
            columns={columnsOf(sales, {
              product: t('product'),
              quantity: t('quantity'),
              revenue: t('revenue'),
              growth: t('growth'),
            })}
          />
        )
      }
    >
      {!sales ? (
        <FiguresSkeleton rows={10} columns={phone ? 3 : 7} />
      ) : sales.comparison.length === 0 ? (
        <EmptyState title={t('noComparison')} />
      ) : (
        <>
          <Shown label={title} sales={sales} dimmed={dimmed} onOpen={onOpen} />
          <dl className={css.legend} aria-label={t('legend')}>
            {LEGEND.map(([trend, words]) => (
              <div key={trend} data-trend={trend}>
                <dt>{tTrend(trend)}</dt>
                <dd>{t(words)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Panel>
  )
}

type Words = Record<'product' | 'quantity' | 'revenue' | 'growth', string>

/** Both years of a unit, then its growth. */
function columnsOf({ comparison, ytd }: CurrentSales, words: Words): SavedColumn[] {
  const unit = (of: 'quantity' | 'revenue', growth: (sku: CurrentSales['comparison'][number]) => number) => [
    ...(['previous', 'current'] as const).map((side, at) => ({
      name: `${words[of]} ${ytd.years[at]}`,
      values: comparison.map((sku) => sku[side][of]),
    })),
    { name: `${words[of]}, ${words.growth} %`, values: comparison.map(growth) },
  ]
  return [
    { name: words.product, values: comparison.map(({ product }) => product), kind: 'text' },
    ...unit('quantity', (sku) => sku.quantityGrowth),
    ...unit('revenue', (sku) => sku.revenueGrowth),
  ]
}
