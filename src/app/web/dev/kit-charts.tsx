import type { ChartData } from '../../../platform/web/charts/chart-data.ts'
import { ChartPanel } from '../../../platform/web/charts/chart-panel.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { Cell, Grid } from '../../../platform/web/kit/panel.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'

const twelve = [84100, 79800, 121000, 101400, 131200, 142000, 125300, 271000, null, null, null, null]
const before = [61000, 68000, 84000, 92000, 89500, 110000, 107000, 99000, 121000, 130000, 118000, 112500]
const products = [
  'AGH 60 caps',
  'Bifido Daily 30B',
  "Women's Balance",
  'Immuno Shield Kids',
  'A product whose name goes on and on until it no longer fits anywhere at all',
  'Packaging Materials',
]

export function KitCharts() {
  const formats = useFormats()
  const open = (key: string) => toast.done(`Opens ${key}`)
  const months = Array.from({ length: 12 }, (_, index) => ({
    key: String(index + 1),
    label: formats.month(index + 1),
    longLabel: formats.month(index + 1, 'long'),
  }))
  const trend: ChartData = {
    categoryTitle: 'Month',
    categories: months,
    series: [
      { key: '2025', name: '2025', values: twelve, format: (value) => formats.quantity(Number(value)) },
      {
        key: '2024',
        name: '2024',
        values: before,
        format: (value) => formats.quantity(Number(value)),
        color: 'c6',
        dashed: true,
      },
    ],
  }
  const years: ChartData = {
    categoryTitle: 'Year',
    categories: ['2019', '2020', '2021', '2022', '2023', '2024'].map((year) => ({ key: year, label: year })),
    series: [
      {
        key: 'amount',
        name: 'Amount',
        values: ['812000.00', '930400.50', '-120000.00', '1210000.00', '1402000.00', '1640000.00'],
        format: (value) => formats.moneyWhole(String(value), 'CAD'),
      },
    ],
  }
  const top: ChartData = {
    categoryTitle: 'Product',
    categories: products.map((product) => ({ key: product, label: product })),
    series: [
      {
        key: 'amount',
        name: 'Amount',
        values: ['412300.00', '338900.00', '297450.00', '241870.00', '198640.00', '-120.00'],
        format: (value) => formats.moneyWhole(String(value), 'CAD'),
      },
    ],
  }
  const empty = <EmptyState title="No yearly data available" />
  return (
    <Grid>
      <Cell span={7}>
        <ChartPanel
          title="Quantity by month"
          note="units"
          kind="lines"
          data={trend}
          onOpen={open}
          empty={empty}
          fileName="trend"
        />
      </Cell>
      <Cell span={5}>
        <ChartPanel
          title="Top products"
          note="2025"
          kind="ranked"
          data={top}
          onOpen={open}
          empty={empty}
          fileName="top"
        />
      </Cell>
      <Cell span={7}>
        <ChartPanel title="Amount by year" kind="columns" data={years} empty={empty} fileName="years" />
      </Cell>
      <Cell span={5}>
        <ChartPanel
          title="Two series, dimmed"
          kind="columns"
          data={{ ...trend, categories: months.slice(0, 6) }}
          dimmed
          empty={empty}
          fileName="two"
        />
      </Cell>
      <Cell span={6}>
        <ChartPanel
          title="Nothing"
          kind="lines"
          data={{ ...trend, categories: [] }}
          empty={empty}
          fileName="none"
        />
      </Cell>
      <Cell span={6}>
        <ChartPanel title="Waiting" kind="lines" data={undefined} empty={empty} fileName="wait" />
      </Cell>
    </Grid>
  )
}
