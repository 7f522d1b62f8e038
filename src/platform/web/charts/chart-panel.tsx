import { Skeleton } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Panel } from '../kit/panel.tsx'
import { ChartActions } from './chart-actions.tsx'
import type { ChartData } from './chart-data.ts'
import css from './chart-panel.module.css'
import { ChartTable } from './chart-table.tsx'
import { ChartLegend } from './chart-tip.tsx'
import { ColumnChart } from './column-chart.tsx'
import { LineChart } from './line-chart.tsx'
import { RankedBars } from './ranked-bars.tsx'

const KINDS = { columns: ColumnChart, lines: LineChart, ranked: RankedBars }

const LEGEND_HEIGHT = 27

type ChartPanelProps = {
  title: string
  /** Period and unit. */
  note?: string | false | null | undefined
  kind: keyof typeof KINDS
  /** Not given: still loading. */
  data: ChartData | undefined
  /** What is drawn of them where that is less, and how that is said; the table and the files have all. */
  drawn?: { data: ChartData; note: string } | undefined
  /** The data are those of the previous filter. */
  dimmed?: boolean
  height?: number
  /** There will be a legend: its place waits for the data too. */
  legend?: boolean
  /** Opens the rows behind one category (its key), or behind one series' figure of it. */
  onOpen?: (key: string, series?: string) => void
  /** Each series has rows of its own: the table opens each of its figures. */
  opensSeries?: boolean
  /** Stands there when there are no categories. */
  empty: ReactNode
  /** Name of the exported files, without ending. */
  fileName: string
  /** Names of filters of the screen that do not act on this chart. */
  regardless?: readonly string[]
  /** What the chart is chosen by, above it. */
  controls?: ReactNode
  /** What has to be said of the chart, below it. */
  children?: ReactNode
}

/** A list has bars of its first series alone; what stands beside it is for the table and the files. */
const firstOf = (data: ChartData): ChartData => ({ ...data, series: data.series.slice(0, 1) })

/** A chart in its card, with "view as table" and the export of its figures and its picture. */
export function ChartPanel(props: ChartPanelProps) {
  const {
    title,
    note,
    kind,
    data,
    drawn,
    dimmed = false,
    height = 240,
    legend,
    onOpen,
    opensSeries = false,
    empty,
    fileName,
    regardless,
    controls,
    children,
  } = props
  const t = useTranslations('charts')
  const box = useRef<HTMLDivElement>(null)
  const [asTable, setAsTable] = useState(false)
  const Chart = KINDS[kind]

  const hasData = data !== undefined && data.categories.length > 0
  const actions = hasData && (
    <ChartActions
      title={title}
      note={note}
      fileName={fileName}
      regardless={regardless}
      asTable={asTable}
      onTable={setAsTable}
      data={() => data}
      draw={(take) => {
        const drawing = box.current?.querySelector('svg')
        if (drawing) void take(drawing)
      }}
      drawn={kind === 'ranked' && data.series.length > 1 ? { data: firstOf(data), note: '' } : drawn}
    />
  )
  const noted = [note, !asTable && drawn?.note].filter(Boolean).join(' · ')
  return (
    <Panel title={title} note={noted} actions={actions} busy={dimmed || data === undefined}>
      {controls}
      <div ref={box} className={css.box} data-dimmed={dimmed || undefined}>
        {data === undefined ? (
          <Skeleton height={height + (legend ? LEGEND_HEIGHT : 0)} />
        ) : !hasData ? (
          empty
        ) : asTable ? (
          <ChartTable
            label={t('figuresOf', { chart: title })}
            data={data}
            onOpen={onOpen}
            opensSeries={opensSeries}
          />
        ) : (
          <>
            {kind !== 'ranked' && <ChartLegend data={drawn?.data ?? data} />}
            <Chart
              label={title}
              data={drawn?.data ?? data}
              height={height}
              onOpen={onOpen && ((key) => onOpen(key))}
            />
          </>
        )}
      </div>
      {children}
    </Panel>
  )
}
