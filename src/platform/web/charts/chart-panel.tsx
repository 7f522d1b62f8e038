import { Skeleton } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Panel } from '../kit/panel.tsx'
import { toast } from '../kit/toast.ts'
import { ChartActions } from './chart-actions.tsx'
import { chartCsv } from './chart-csv.ts'
import type { ChartData } from './chart-data.ts'
import css from './chart-panel.module.css'
import { saveChartPng } from './chart-png.ts'
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
  note?: ReactNode
  kind: keyof typeof KINDS
  /** Not given: still loading. */
  data: ChartData | undefined
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
  /** What the chart is chosen by, above it. */
  controls?: ReactNode
  /** What has to be said of the chart, below it. */
  children?: ReactNode
}

/** A chart in its card, with "view as table" and the export of its figures and its picture. */
export function ChartPanel(props: ChartPanelProps) {
  const {
    title,
    note,
    kind,
    data,
    dimmed = false,
    height = 240,
    legend,
    onOpen,
    opensSeries = false,
    empty,
    fileName,
    controls,
    children,
  } = props
  const t = useTranslations('ui.chart')
  const box = useRef<HTMLDivElement>(null)
  const [asTable, setAsTable] = useState(false)
  const Chart = KINDS[kind]

  const savePng = () => {
    const drawing = box.current?.querySelector('svg')
    if (drawing) saveChartPng(drawing, title, fileName).catch(() => toast.failed(t('pngFailed')))
  }
  const hasData = data !== undefined && data.categories.length > 0
  const actions = hasData && (
    <ChartActions
      title={title}
      fileName={fileName}
      asTable={asTable}
      onTable={setAsTable}
      csv={() => chartCsv(data)}
      onPng={savePng}
    />
  )
  return (
    <Panel title={title} note={note} actions={actions} busy={dimmed || data === undefined}>
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
            {kind !== 'ranked' && <ChartLegend data={data} />}
            <Chart label={title} data={data} height={height} onOpen={onOpen && ((key) => onOpen(key))} />
          </>
        )}
      </div>
      {children}
    </Panel>
  )
}
