import { type HistorySearch, readSalesSearch } from '../history-search.ts'
import { readCurrentFigure, writeCurrentFigure } from './current-figure.ts'

export type CurrentSearch = HistorySearch

export const readCurrentSearch = (raw: Record<string, unknown>): CurrentSearch =>
  readSalesSearch(raw, (text) => {
    const figure = readCurrentFigure(text)
    return figure ? writeCurrentFigure(figure) : undefined
  })
