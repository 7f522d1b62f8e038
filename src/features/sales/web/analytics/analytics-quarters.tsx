import { useTranslations } from 'use-intl'
import { SaveFigures } from '../../../../platform/web/charts/save-figures.tsx'
import { DASH } from '../../../../platform/web/format/formats.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Growth } from '../../../../platform/web/kit/growth.tsx'
import { KpiCard } from '../../../../platform/web/kit/kpi-card.tsx'
import { Cell, Grid } from '../../../../platform/web/kit/panel.tsx'
import type { SalesAnalytics } from '../../contract.ts'
import css from './analytics.module.css'
import type { AnalyticsFilter, Figure } from './analytics-figure.ts'

type AnalyticsQuartersProps = {
  analytics: SalesAnalytics | undefined
  filter: AnalyticsFilter
  period: string
  onOpen: ((figure: Figure) => void) | undefined
}

const QUARTERS = [1, 2, 3, 4] as const

/** A card for each quarter; one that the filter leaves out says so. */
export function AnalyticsQuarters({ analytics, filter, period, onOpen }: AnalyticsQuartersProps) {
  const t = useTranslations('salesAnalytics')
  const tSales = useTranslations('sales')
  const formats = useFormats()
  const shown =
    analytics?.quarters.filter(({ quarter }) => filter.quarter === undefined || filter.quarter === quarter) ??
    []
  const years = analytics?.comparison.years.map(String)
  return (
    <section aria-labelledby="quarters" className={css.quarters}>
      <h2 id="quarters">
        {t('quarterlyPerformance')} <small>{period}</small>
        {analytics && (
          <span data-print="no">
            <SaveFigures
              title={t('quarterlyPerformance')}
              note={[period, analytics.currency].filter(Boolean).join(' · ')}
              fileName={t('files.quarters')}
              heading={t('quarter')}
              rows={shown.map(({ quarter }) => t(`quarters.q${quarter as 1 | 2 | 3 | 4}`))}
              columns={[
                { name: t('revenue'), values: shown.map(({ amount }) => amount) },
                { name: t('quantity'), values: shown.map(({ quantity }) => quantity) },
                { name: t('compare.counts.orders'), values: shown.map(({ orders }) => orders) },
                { name: t('compare.counts.lines'), values: shown.map(({ lines }) => lines) },
                {
                  name: `${t('compare.change')} %`,
                  values: shown.map(({ comparison }) => comparison?.revenue.growth ?? null),
                },
              ]}
            />
          </span>
        )}
      </h2>
      <Grid>
        {QUARTERS.map((quarter) => {
          const row = analytics?.quarters[quarter - 1]
          const out = filter.quarter !== undefined && filter.quarter !== quarter
          const change = out ? null : row?.comparison?.revenue
          return (
            <Cell key={quarter} span={3}>
              <KpiCard
                label={t(`quarters.q${quarter}`)}
                value={row && (out ? DASH : formats.moneyWhole(row.amount, analytics?.currency ?? null))}
                subLines={2}
                sub={
                  <>
                    <span className={css.line}>
                      {out
                        ? t('notChosen')
                        : `${t('units', { count: formats.count(row?.quantity) })} · ${tSales('orders', { count: row?.orders ?? 0 })}`}
                    </span>
                    {!change && <span className={css.line} />}
                  </>
                }
                foot={
                  change && (
                    <>
                      <Growth
                        percent={change.growth}
                        trend={change.trend}
                        label={t(`quarters.q${quarter}`)}
                        onOpen={onOpen && (() => onOpen({ kind: 'growth', of: 'amount', quarter }))}
                      />{' '}
                      {t('againstYears', { current: years?.[1] ?? '', previous: years?.[0] ?? '' })}
                    </>
                  )
                }
                onOpen={row && !out && onOpen ? () => onOpen({ kind: 'quarter', quarter }) : undefined}
              />
            </Cell>
          )
        })}
      </Grid>
    </section>
  )
}
