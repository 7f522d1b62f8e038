import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { LANGUAGES } from '../../platform/contract/languages.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { text } from '../../platform/contract/text.ts'
import { SIGNINGS } from './domain/signing.ts'
import {
  ALL_CATEGORIES,
  CATEGORIES,
  DOCUMENT_STATUSES,
  FORMAT_NAMES,
  SHELVES,
  TEXT_STATES,
  TYPES,
  VERSION_STATUSES,
} from './domain/vocabulary.ts'

export { DOCUMENT_STATUSES }

const day = z.iso.date()
export const SORTS = ['updated', 'title', '-title', 'category', 'version'] as const

const DocumentRow = z.object({
  id: z.number().int(),
  title: z.string(),
  number: z.string().nullable(),
  description: z.string().nullable(),
  shelves: z.array(z.enum(SHELVES)),
  category: z.enum(ALL_CATEGORIES),
  type: z.enum(TYPES),
  productCode: z.string().nullable(),
  productName: z.string().nullable(),
  language: z.enum(LANGUAGES).nullable(),
  status: z.enum(DOCUMENT_STATUSES),
  /** The version that is offered, and of its file; null while there is none. */
  version: z.number().int().nullable(),
  format: z.enum(FORMAT_NAMES).nullable(),
  size: z.number().int().nullable(),
  updatedAt: Instant,
  expiresOn: day.nullable(),
  /** Whether its current file can be opened now. */
  opens: z.boolean(),
  favourite: z.boolean(),
  /** Where in the text of its file the search found it; null: by its names and numbers alone, or nothing was searched. */
  hit: z
    .object({ page: z.number().int(), before: z.string(), match: z.string(), after: z.string() })
    .nullable(),
})
export type DocumentRow = z.infer<typeof DocumentRow>

/** A signature as it shows on a version (J7). */
export const VersionSignature = z.object({
  meaning: z.enum(['released', 'withdrawn']),
  by: z.string(),
  at: Instant,
  with: z.enum(['password', 'passkey']),
  checksum: z.string(),
})

const Version = z.object({
  version: z.number().int(),
  status: z.enum(VERSION_STATUSES),
  fileName: z.string(),
  format: z.enum(FORMAT_NAMES),
  size: z.number().int(),
  /** SHA-256, in hexadecimal. */
  checksum: z.string(),
  note: z.string().nullable(),
  releasedAt: Instant.nullable(),
  /** Who signed for it here, the first first (J7); none where it was released upstream. */
  signatures: z.array(VersionSignature),
  opens: z.boolean(),
})

/** A lot that a document is of, as far as the asker may see lots. */
const LotOfDocument = z.object({
  lotNo: z.string(),
  /** What its page is asked by. */
  address: z.string(),
  /** It may not be used now. */
  held: z.boolean(),
})

const Document = DocumentRow.extend({
  productLine: z.string().nullable(),
  effectiveOn: day.nullable(),
  withdrawnReason: z.string().nullable(),
  /** Whether the text inside its file is searched; null: it has none that could be. */
  text: z.enum(TEXT_STATES).nullable(),
  /** The newest first. */
  versions: z.array(Version),
  /** Some of them where there are many. */
  lots: z.array(LotOfDocument),
})
export type Document = z.infer<typeof Document>

const list = {
  ...pageQuery,
  search: z.string().max(200).optional(),
  sort: z.enum(SORTS).default('updated'),
}
/** Beside a page: how many there are of each category and status, whatever is chosen; on the first page only. */
const counts = z.object({
  all: z.number().int(),
  categories: z.partialRecord(z.enum(ALL_CATEGORIES), z.number().int()),
  statuses: z.partialRecord(z.enum(DOCUMENT_STATUSES), z.number().int()),
})
const DocumentsPage = pageOf(DocumentRow).extend({ counts: counts.nullable() })
export type DocumentsPage = z.infer<typeof DocumentsPage>

const Change = z.object({
  documentId: z.number().int(),
  title: z.string(),
  type: z.enum(TYPES),
  version: z.number().int(),
  note: z.string().nullable(),
  at: Instant,
})
export type DocumentChange = z.infer<typeof Change>

const Acknowledgement = z.object({
  version: z.number().int(),
  /** What was confirmed: that the version is accepted, or that it was received. */
  signing: z.enum(SIGNINGS),
  /** The signatory's, at that time. */
  name: z.string(),
  at: Instant,
  /** SHA-256 of the file that was signed, in hexadecimal. */
  checksum: z.string(),
})
const LegalDocument = DocumentRow.extend({
  /** What a signature on it says. */
  signing: z.enum(SIGNINGS),
  /** The version that counts, as the asker's company signed it. */
  signed: Acknowledgement.nullable(),
  /** Whether the asker may sign it now. */
  toSign: z.boolean(),
})
export type LegalDocument = z.infer<typeof LegalDocument>
const SignedDocument = Acknowledgement.extend({ documentId: z.number().int(), title: z.string() })
const Legal = z.object({
  items: z.array(LegalDocument),
  history: z.array(Change),
  /** What was signed for the asker's company, the newest first. */
  acknowledgements: z.array(SignedDocument),
})
export type Legal = z.infer<typeof Legal>

export const PRODUCTS_A_PAGE = 100
const ProductSet = z.object({
  code: z.string(),
  name: z.string(),
  line: z.string().nullable(),
  documents: z.array(DocumentRow),
})
export type ProductSet = z.infer<typeof ProductSet>

const id = z.coerce.number().int().min(1).max(2_147_483_647)
const permission = 'documents.read'

const DocumentOfOrder = DocumentRow.extend({
  /** What it has to do with the order: it is for whoever has it, it is of a lot on its lines, or of a product on them. */
  why: z.enum(['order', 'lot', 'product']),
})
export type DocumentOfOrder = z.infer<typeof DocumentOfOrder>

export const documentsContract = {
  legal: endpoint
    .route({
      method: 'GET',
      path: '/legal/documents',
      summary: 'The legal documents that are for the asker, and the last changes of them',
    })
    .meta({ permission, module: 'legal' })
    .input(z.object({ search: list.search }))
    .output(Legal),
  documentation: endpoint
    .route({ method: 'GET', path: '/product/documents', summary: 'Product documentation, as one list' })
    .meta({ permission, module: 'product' })
    .input(z.object({ ...list, category: z.enum(CATEGORIES.product).optional() }))
    .output(DocumentsPage),
  products: endpoint
    .route({
      method: 'GET',
      path: '/product/sets',
      summary: `Product documentation, as one set of documents a product; at most ${PRODUCTS_A_PAGE} products, by name`,
    })
    .meta({ permission, module: 'product' })
    .input(z.object({ search: list.search, sort: z.enum(['name', '-name', 'line']).default('name') }))
    .output(z.object({ items: z.array(ProductSet), total: z.number().int() })),
  factSheets: endpoint
    .route({ method: 'GET', path: '/product/fact-sheets', summary: 'Material fact sheets' })
    .meta({ permission, module: 'product' })
    .input(
      z.object({
        ...list,
        category: z.enum(CATEGORIES['fact-sheet']).optional(),
        favourites: z.enum(['true']).optional(),
      }),
    )
    .output(DocumentsPage),
  markFactSheet: endpoint
    .route({
      method: 'PUT',
      path: '/product/fact-sheets/{id}/favourite',
      summary: 'Puts a fact sheet among the asker’s favourites, or takes it out',
    })
    .meta({ permission, module: 'product', audit: 'document.marked', evenReadOnly: true })
    .input(z.object({ id, favourite: z.boolean() }).strict())
    .output(z.object({ favourite: z.boolean() })),
  quality: endpoint
    .route({ method: 'GET', path: '/qaqc/documents', summary: 'Documents of quality assurance or control' })
    .meta({ permission, module: 'qaqc' })
    .input(
      z.object({
        ...list,
        /** `lots`: certificates and other documents that stand with lots, whatever shelf they are on; also found by their lots' numbers. */
        shelf: z.enum(['qa', 'qc', 'lots']),
      }),
    )
    .output(DocumentsPage),
  ofOrder: endpoint
    .route({
      method: 'GET',
      path: '/orders/{ordNo}/documents',
      summary:
        'Documents of an order that the asker can open now: its own, of its lots, and of its products; 404 and 409 as the order itself',
    })
    .meta({ permission, module: 'orders' })
    .input(
      z.object({
        /** An Ord No, or `id:` and an id. */
        ordNo: text(200).min(1),
        ...pageQuery,
      }),
    )
    .output(pageOf(DocumentOfOrder)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/documents/{id}',
      summary: 'One document with its versions; 404 where every shelf of it is in a hidden module',
    })
    .meta({ permission })
    .input(z.object({ id }))
    .output(Document),
}

export const MOST_IN_ARCHIVE = 500
/** `1,2,3`: once each, in their order. */
export const archiveInput = z.object({
  ids: z
    .string()
    .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/)
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine(
      (ids) => ids.length <= MOST_IN_ARCHIVE && ids.every((one) => one <= 2_147_483_647),
      fieldMessage('tooMany'),
    ),
})
const disposition = z.enum(['attachment', 'inline']).default('attachment')
export const fileInput = z.object({ id, disposition })
export const versionFileInput = z.object({
  id,
  version: z.coerce.number().int().min(1).max(32_767),
  disposition,
})

export const acknowledgeInput = z
  .object({
    ...{ id, version: z.int().min(1).max(32_767), password: z.string().min(1).max(128) },
    /** What the signatory was asked to confirm: refused where the document asks for the other by now. */
    signing: z.enum(SIGNINGS).optional(),
  })
  .strict()
/** Answered outside the typed router: the password is looked at between two transactions. */
export const documentsSignContract = {
  acknowledge: endpoint
    .route({
      method: 'POST',
      path: '/legal/documents/{id}/acknowledgement',
      summary:
        'Signs the version that counts for the asker’s company, with the password once more: accepts an agreement, acknowledges receipt of a notice. 409 where there is another version, it was signed, or it is not what `signing` says',
    })
    .meta({ permission: 'legal.approve', module: 'legal', audit: 'document.acknowledged' })
    .input(acknowledgeInput)
    .output(Acknowledgement),
}

/** Answered outside the typed router: files. */
export const documentsFileContract = {
  archive: endpoint
    .route({
      method: 'GET',
      path: '/documents/archive',
      summary: `The current files of up to ${MOST_IN_ARCHIVE} documents as one ZIP, with a manifest of their checksums and of what is missing. 404 where none of them can be opened`,
    })
    .meta({ permission, audit: 'document.downloaded' })
    .input(archiveInput)
    .output(z.file()),
  file: endpoint
    .route({
      method: 'GET',
      path: '/documents/{id}/file',
      summary:
        'The file of the current version, whole or a range of it. 409 where the document is pending, expired or withdrawn',
    })
    .meta({ permission, audit: 'document.downloaded' })
    .input(fileInput)
    .output(z.file()),
  versionFile: endpoint
    .route({
      method: 'GET',
      path: '/documents/{id}/versions/{version}/file',
      summary: 'The file of one version. 409 where it may not be opened any more',
    })
    .meta({ permission, audit: 'document.downloaded' })
    .input(versionFileInput)
    .output(z.file()),
}
