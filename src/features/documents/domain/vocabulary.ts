import type { ModuleId } from '../../../platform/contract/permissions.ts'

/** Where a document is found (E1); it can be in several places. */
export const SHELVES = ['legal', 'product', 'fact-sheet', 'qa', 'qc'] as const
export type Shelf = (typeof SHELVES)[number]

/** The module that opens a shelf (A8). */
export const MODULE_OF = {
  legal: 'legal',
  product: 'product',
  'fact-sheet': 'product',
  qa: 'qaqc',
  qc: 'qaqc',
} as const satisfies Record<Shelf, ModuleId>

/** What the documents of a shelf are sorted by. One on several shelves has a category of one of them. */
export const CATEGORIES = {
  legal: ['agreement', 'policy'],
  product: ['user-manual', 'technical-spec', 'compliance', 'research-paper', 'other'],
  'fact-sheet': ['dietary', 'medical', 'wellness'],
  qa: ['procedure', 'certificate', 'audit', 'training'],
  qc: ['method', 'specification', 'report'],
} as const satisfies Record<Shelf, readonly string[]>
export type Category = (typeof CATEGORIES)[Shelf][number]
export const ALL_CATEGORIES: readonly Category[] = [...new Set(Object.values(CATEGORIES).flat())]

/** The seven documents of a product, in their order. */
export const PRODUCT_TYPES = ['tds', 'sds', 'allergen', 'kosher', 'halal', 'non-gmo', 'coa'] as const
/** The documents of the Legal screen, in their order. */
export const LEGAL_TYPES = ['msa', 'nda', 'dpa', 'sla', 'terms', 'privacy'] as const
export const TYPES = [
  ...LEGAL_TYPES,
  ...PRODUCT_TYPES,
  'manual',
  'specification',
  'paper',
  'fact-sheet',
  'procedure',
  'method',
  'certificate',
  'report',
  'other',
] as const

/**
 * `held`: it certifies lots that may not be used now, and is offered nowhere until one may. `blocked`: its current file was found
 * infected, so that nobody opens it.
 */
export const DOCUMENT_STATUSES = [
  'draft',
  'pending',
  'available',
  'held',
  'expired',
  'withdrawn',
  'blocked',
] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]
export const VERSION_STATUSES = ['draft', 'available', 'superseded', 'withdrawn'] as const
export type VersionStatus = (typeof VERSION_STATUSES)[number]

/** What became of the text inside a PDF: still to be read; all or the beginning is searched; pictures only; locked; damaged. */
export const TEXT_STATES = ['waiting', 'read', 'cut', 'no_text', 'locked', 'unreadable'] as const
export type TextState = (typeof TEXT_STATES)[number]

/** What a file can be: its ending, its media type, and whether a browser can show it by itself (D13). */
export const FORMATS = {
  pdf: { media: 'application/pdf', inline: true },
  png: { media: 'image/png', inline: true },
  jpg: { media: 'image/jpeg', inline: true },
  webp: { media: 'image/webp', inline: true },
  // No browser shows these alike, so none gets to show them: a picture is drawn of them (shown/).
  heic: { media: 'image/heic', inline: false },
  tif: { media: 'image/tiff', inline: false },
  // As it was written, in whatever code: it is not said to be UTF-8.
  csv: { media: 'text/csv', inline: false },
  xlsx: { media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', inline: false },
  docx: { media: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', inline: false },
  eml: { media: 'message/rfc822', inline: false },
} as const
export type Format = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as Format[]

/** Bytes. */
export const LARGEST_FILE = 50 * 1024 * 1024

/** On QA and QC nothing is downloaded but what is available now (E7). */
const isOfQuality = (shelves: readonly Shelf[]) => shelves.some((shelf) => shelf === 'qa' || shelf === 'qc')

/** Whether this version of a document can be opened by its readers. A draft is not among what they see. */
export function mayOpen(
  document: { status: DocumentStatus; shelves: readonly Shelf[] },
  version: { status: VersionStatus },
): boolean {
  if (version.status === 'draft' || version.status === 'withdrawn' || document.status === 'held') return false
  if (isOfQuality(document.shelves)) return document.status === 'available' && version.status === 'available'
  return true
}

/** Whether a category is one of these shelves; of what stands on none, a certificate. */
export const fitsShelves = (category: Category, shelves: readonly Shelf[]): boolean =>
  (shelves.length === 0 && category === 'certificate') ||
  shelves.some((shelf) => (CATEGORIES[shelf] as readonly Category[]).includes(category))

/** How long a document is kept that is not offered any more: one, seven or ten years, or for ever (portal.retention_years). */
export const RETENTIONS = ['short', 'standard', 'long', 'permanent'] as const
export type Retention = (typeof RETENTIONS)[number]

/** What is told of a document's history. */
export const RECORDED_ACTS = [
  'uploaded',
  'version_uploaded',
  'changed',
  'released',
  'withdrawn',
  'accepted',
  'acknowledged',
] as const
export type RecordedAct = (typeof RECORDED_ACTS)[number]
