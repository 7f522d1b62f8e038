import { saveBlob } from '../../api/download.ts'
import type { ChartData } from '../chart-data.ts'
import { chartCsv } from './chart-csv.ts'
import { chartPng } from './chart-png.ts'
import { chartXlsx } from './chart-xlsx.ts'
import type { LegendEntry } from './picture-layout.ts'
import { type ShownFilter, shownFilters } from './shown-filters.ts'

export type SaveKind = 'csv' | 'xlsx' | 'png'

export type SaveWords = {
  about: string
  what: string
  value: string
  figures: string
  note: string
  remark: string
  client: string
  filter: (filter: string) => string
}

export type ToSave = {
  kind: SaveKind
  /** Without its ending. */
  fileName: string
  title: string
  /** Subject, period and unit, as they stand below the title. */
  note: string
  /** Whose figures; nothing: those of several. */
  client: string | undefined
  data: ChartData
  drawing: SVGSVGElement | undefined
  /** Somewhere in the card: the filters above it are those that act on it. */
  place: Element
  regardless: readonly string[]
  words: SaveWords
}

/** Names and colours of the series as the drawing has them; one series too, for a picture has no axis title. */
const legendOf = ({ series }: ChartData): LegendEntry[] =>
  series.flatMap(({ name, legend, color, edge, dashed }, order) =>
    legend === null
      ? []
      : {
          name: legend ?? name,
          color: color ?? `c${(order % 6) + 1}`,
          mark: edge ? 'interval' : dashed ? 'dashed' : 'patch',
        },
  )

/** Makes a file of a chart or a table and hands it to the browser. Fetched when the first one is asked for. */
export async function saveChart(asked: ToSave): Promise<void> {
  saveBlob(await fileOf(asked), `${asked.fileName}.${asked.kind}`)
}

async function fileOf({ kind, title, note, client, data, drawing, place, regardless, words }: ToSave) {
  if (kind === 'csv') return new Blob([chartCsv(data)], { type: 'text/csv' })
  const { filters, notes } = shownFilters(place, regardless)
  if (kind === 'xlsx') {
    const { about, what, value } = words
    const rows: [string, string][] = [
      [words.figures, title],
      ...optional(words.note, note),
      ...optional(words.client, client),
      ...filters.map((one): [string, string] => [one.name, one.value]),
      ...notes.flatMap((text) => optional(words.remark, text)),
    ]
    return chartXlsx(data, title, { words: { sheet: about, what, value }, rows })
  }
  if (!drawing) throw new Error('There is no drawing')
  const set = (one: ShownFilter) => `${words.filter(one.name)} ${one.value}`
  const lines = [note, [client, ...filters.map(set)].filter(Boolean).join(' · '), ...notes]
  return chartPng(drawing, { title, lines: lines.filter((line) => line !== ''), legend: legendOf(data) })
}

const optional = (what: string, value: string | undefined): [string, string][] =>
  value ? [[what, value]] : []
