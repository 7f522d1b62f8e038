import { type HistorySearch, salesSearch } from '../history-search.ts'
import { readCurrentFigure, writeCurrentFigure } from './current-figure.ts'

export type CurrentSearch = HistorySearch

export const readCurrentSearch = salesSearch((text) => {
  const figure = readCurrentFigure(text)
  return figure ? writeCurrentFigure(figure) : undefined
})
