import { readInteger, readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { CATEGORIES } from '../domain/vocabulary.ts'

export const DOCUMENT_SORTS = ['title', '-title', 'category'] as const
export const SHEET_SORTS = ['title', 'version'] as const

/** The address of Product Documentation (B6). */
export type DocumentationSearch = {
  /** Absent: one list. */
  view?: 'cards' | undefined
  search?: string | undefined
  category?: (typeof CATEGORIES.product)[number] | undefined
  /** Absent: the last changed first; of products, by name. */
  sort?: (typeof DOCUMENT_SORTS)[number] | undefined
}

export const readDocumentationSearch = (raw: Record<string, unknown>): DocumentationSearch => ({
  view: readOneOf(raw.view, ['cards']),
  search: readText(raw.search),
  category: readOneOf(raw.category, CATEGORIES.product),
  sort: readOneOf(raw.sort, DOCUMENT_SORTS),
})

/** The address of Material Fact Sheets. */
export type FactSheetsSearch = {
  /** Absent: a grid. */
  view?: 'list' | undefined
  search?: string | undefined
  category?: (typeof CATEGORIES)['fact-sheet'][number] | undefined
  sort?: (typeof SHEET_SORTS)[number] | undefined
  favourites?: 'true' | undefined
}

export const readFactSheetsSearch = (raw: Record<string, unknown>): FactSheetsSearch => ({
  view: readOneOf(raw.view, ['list']),
  search: readText(raw.search),
  category: readOneOf(raw.category, CATEGORIES['fact-sheet']),
  sort: readOneOf(raw.sort, SHEET_SORTS),
  favourites: String(raw.favourites) === 'true' ? 'true' : undefined,
})

/** The address of QA/QC/RA. */
export type QualitySearch = { search?: string | undefined }

export const readQualitySearch = (raw: Record<string, unknown>): QualitySearch => ({
  search: readText(raw.search),
})

/** The address of one document: `q` is looked for in its file, `v` another version than the one that is offered. */
export type DocumentSearch = { q?: string | undefined; v?: number | undefined }

export const readDocumentSearch = (raw: Record<string, unknown>): DocumentSearch => ({
  q: readText(raw.q),
  v: readInteger(raw.v, 1, 32_767),
})
