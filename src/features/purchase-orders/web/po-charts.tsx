import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ChartData } from '../../../platform/web/charts/chart-data.ts'
import { ChartPanel } from '../../../platform/web/charts/chart-panel.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Cell, Grid } from '../../../platform/web/kit/panel.tsx'
import type { State } from '../domain/transitions.ts'
import { summaryQuery } from './po-queries.ts'
import type { PoQuery, PoSearch } from './po-search.ts'

type PoChartsProps = { filter: PoQuery; onChange: (patch: PoSearch) => void }

/** Spend per month and purchase orders by status, over all of the filter. */
export default function PoCharts({ filter, onChange }: PoChartsProps) {
  const t = useTranslations('purchaseOrders')
  const formats = useFormats()
  const { data, isPlaceholderData } = useQuery(summaryQuery(filter))
  const withheld = data?.months.some(({ amount }) => amount === null) ?? false
  const spend: ChartData | undefined = data && {
    categoryTitle: t('charts.month'),
    categories: data.months.map(({ month }) => ({
      key: month,
      label: `${formats.month(Number(month.slice(5)))} ${month.slice(0, 4)}`,
      longLabel: `${formats.month(Number(month.slice(5)), 'long')} ${month.slice(0, 4)}`,
      value: month,
      closed: true,
    })),
    series: [
      {
        key: 'spend',
        name: t(withheld ? 'charts.count' : 'charts.spend'),
        values: data.months.map(({ amount, count }) => (withheld ? count : amount)),
        format: (value) =>
          withheld ? formats.count(Number(value)) : formats.moneyWhole(String(value), data.currency),
      },
    ],
  }
  const statuses: ChartData | undefined = data && {
    categoryTitle: t('columns.status'),
    categories: data.states.map(({ state }) => ({ key: state, label: t(`statuses.${state}`) })),
    series: [
      {
        key: 'count',
        name: t('charts.count'),
        values: data.states.map(({ count }) => count),
        format: (value) => formats.count(Number(value)),
      },
    ],
  }
  return (
    <Grid>
      <Cell span={7}>
        <ChartPanel
          title={t('charts.spendPerMonth')}
          note={
            data &&
            (data.otherCurrencies.length > 0
              ? t('charts.others', { currency: data.currency, others: formats.list(data.otherCurrencies) })
              : data.currency)
          }
          kind="columns"
          data={spend}
          dimmed={isPlaceholderData}
          empty={t('charts.none')}
          fileName={t('charts.spendFile')}
        />
      </Cell>
      <Cell span={5}>
        <ChartPanel
          title={t('charts.byStatus')}
          kind="ranked"
          data={statuses}
          dimmed={isPlaceholderData}
          onOpen={(state) => onChange({ state: state as State, status: undefined })}
          empty={t('charts.none')}
          fileName={t('charts.statusFile')}
        />
      </Cell>
    </Grid>
  )
}
