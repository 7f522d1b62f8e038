import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { shownAs } from '../../platform/contract/shown-as.ts'
import { said, text } from '../../platform/contract/text.ts'
import { LOT_STATES } from '../lots/contract.ts'
import { ISSUE_ACTS, ISSUE_STATUSES, ISSUE_TYPES, PRIORITIES, REPLACEMENTS } from './domain/rules.ts'

const whole = z.number().int()

export const CLOCKS = ['on_time', 'soon', 'missed'] as const

const Issue = z.object({
  id: whole,
  /** Of the tenant's own count, without a gap. */
  number: whole,
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  title: z.string(),
  type: z.enum(ISSUE_TYPES),
  priority: z.enum(PRIORITIES),
  status: z.enum(ISSUE_STATUSES),
  escalated: z.boolean(),
  replacement: z.enum(REPLACEMENTS).nullable(),
  orderNo: z.string().nullable(),
  itemNo: z.string().nullable(),
  itemName: z.string().nullable(),
  lotNo: z.string().nullable(),
  reporter: z.string(),
  byStaff: z.boolean(),
  assignedTo: z.string().nullable(),
  reportedAt: Instant,
  lastAt: Instant,
  /** Whose turn it is. */
  waitingFor: z.enum(['staff', 'client']).nullable(),
  /** Until when the first response, and after that the solution, is promised; in business hours. */
  dueAt: Instant.nullable(),
  duePart: z.enum(['response', 'solution']).nullable(),
  clock: z.enum(CLOCKS).nullable(),
  /** Business minutes until the first response; null: none yet, or the staff reported it. */
  responseMinutes: whole.nullable(),
  version: whole,
})
export type Issue = z.infer<typeof Issue>

const ENTRY_KINDS = ['comment', 'file', 'report', 'order_replacement', ...ISSUE_ACTS] as const
const File = z.object({
  id: whole,
  name: z.string(),
  size: whole,
  format: z.string(),
  /** What the scanner said; null: there was none to ask. */
  scan: z.enum(['pending', 'clean', 'infected', 'failed']).nullable(),
})
const Entry = z.object({
  id: whole,
  kind: z.enum(ENTRY_KINDS),
  text: z.string().nullable(),
  author: z.string(),
  byStaff: z.boolean(),
  /** Written by the asker. */
  own: z.boolean(),
  at: Instant,
  file: File.nullable(),
})
export type IssueEntry = z.infer<typeof Entry>

const Note = z.object({
  id: whole,
  kind: z.enum(['note', 'assign']),
  text: z.string().nullable(),
  author: z.string(),
  at: Instant,
})
export type IssueNote = z.infer<typeof Note>

const IssueDetail = z.object({
  issue: Issue.extend({
    description: z.string(),
    /** Of the order, while upstream has it and the asker may see it. */
    orderId: whole.nullable(),
    /** That is questioned; null: none, or withheld from who may not see invoices. */
    invoice: z.object({ number: z.string(), id: whole.nullable() }).nullable(),
    /** What the page of the lot is asked by, and how it stands; null: none known, or withheld from who may not see lots. */
    lot: z.object({ address: z.string(), state: z.enum(LOT_STATES) }).nullable(),
    assignedId: z.string().nullable(),
    tenantId: whole,
    /** The purchase order by which an accepted replacement is ordered; null: none that the asker may see. */
    replacementOrder: z.object({ id: whole, name: z.string().nullable() }).nullable(),
  }),
  entries: z.array(Entry),
  /** How many entries there are; the newest ones are shown. */
  entryCount: whole,
  /** What the asker can do now. */
  acts: z.array(z.enum(ISSUE_ACTS)),
  mayWrite: z.boolean(),
  /** A replacement was accepted, nobody has ordered it yet, and the asker may. */
  mayOrderReplacement: z.boolean(),
  /** For the staff alone. */
  desk: z
    .object({
      notes: z.array(Note),
      handlers: z.array(z.object({ id: z.string(), name: z.string() })),
    })
    .nullable(),
})
export type IssueDetail = z.infer<typeof IssueDetail>

const Cards = z.object({
  open: whole,
  inProgress: whole,
  /** Within the last 30 days. */
  resolved: whole,
  /** Business minutes until the first response, over issues of the last 365 days; null: there was none. */
  averageResponse: whole.nullable(),
  /** Waiting for the asker's side. */
  waiting: whole,
  /** For the staff: promises that are about to be missed, or were. */
  soon: whole.nullable(),
  missed: whole.nullable(),
})
export type IssueCards = z.infer<typeof Cards>

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const tenantId = z.coerce.number().int().min(1).max(2_147_483_647)
const version = z.int().min(1).max(2_147_483_646)

const reads = { permission: 'issues.read', module: 'orders' } as const
const writes = { permission: 'issues.write', module: 'orders' } as const
const manages = { permission: 'issues.manage', module: 'orders' } as const

export const SORTS = ['lastAt', 'number', 'priority', 'dueAt', 'status'] as const
export type IssueSort = (typeof SORTS)[number]
const ISSUE_SORTS = SORTS.flatMap((sort) => [sort, `-${sort}`] as const)

export const issuesContract = {
  cards: endpoint
    .route({
      method: 'GET',
      path: '/issue-cards',
      summary: 'How many issues stand where, and how fast they are answered',
    })
    .meta(reads)
    .output(Cards),
  list: endpoint
    .route({
      method: 'GET',
      path: '/issues',
      summary: 'Issues of the asker’s tenants, the last that moved first',
    })
    .meta(reads)
    .input(
      z.object({
        /** Part of the number, title, description, order, product or lot; letter case and accents do not matter. */
        search: text(200).optional(),
        status: z.enum([...ISSUE_STATUSES, 'active']).optional(),
        priority: z.enum(PRIORITIES).optional(),
        type: z.enum(ISSUE_TYPES).optional(),
        waiting: z.enum(['me']).optional(),
        clock: z.enum(['soon', 'missed']).optional(),
        /** To the asker, or to nobody. */
        assigned: z.enum(['me', 'nobody']).optional(),
        tenant: tenantId.optional(),
        /** An order's id. */
        order: id.optional(),
        /** An invoice's id. */
        invoice: id.optional(),
        /** A lot's id. */
        lot: id.optional(),
        sort: z.enum(ISSUE_SORTS as [string, ...string[]]).default('-lastAt'),
        ...pageQuery,
      }),
    )
    .output(pageOf(Issue)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/issues/{number}',
      summary:
        'One issue with its thread, by number or `id:<id>`; 409 with ids where several tenants have the number',
    })
    .meta(reads)
    .input(z.object({ number: text(30).min(1) }))
    .output(IssueDetail),
  report: endpoint
    .route({
      method: 'POST',
      path: '/issues',
      summary:
        'Reports an issue; who looks at several tenants says for which. Repeated under the same key it is the same one',
    })
    .meta({ ...writes, audit: 'issue.reported' })
    .input(
      z
        .object({
          tenantId: tenantId.optional(),
          type: z.enum(ISSUE_TYPES),
          priority: z.enum(PRIORITIES),
          title: said(200),
          description: said(10_000),
          orderId: id.optional(),
          itemNo: said(200).optional(),
          lotNo: said(200).optional(),
          invoiceId: id.optional(),
          key: z.uuid().optional(),
          /** The draft that it was: its files are attached, and it goes. */
          draft: text(200).min(1).optional(),
        })
        .strict(),
    )
    .output(z.object({ id: whole, number: whole })),
  comment: endpoint
    .route({ method: 'POST', path: '/issues/{id}/comments', summary: 'Says something in the thread' })
    .meta({ ...writes, audit: 'issue.commented' })
    .input(z.object({ id, text: said(10_000) }).strict())
    .output(z.object({ id: whole })),
  act: endpoint
    .route({
      method: 'POST',
      path: '/issues/{id}/acts',
      summary:
        'Takes a step: start, resolve, close, reopen, escalate, or what concerns a replacement. 412 where it was changed since',
    })
    .meta({ ...writes, audit: 'issue.changed' })
    .input(
      z
        .object({ id, act: z.enum(ISSUE_ACTS), reason: said(2000).optional(), version: version.optional() })
        .strict(),
    )
    .output(z.object({ version: whole })),
  note: endpoint
    .route({ method: 'POST', path: '/issues/{id}/notes', summary: 'Says something that only the staff read' })
    .meta({ ...manages, audit: 'issue.noted' })
    .input(z.object({ id, text: said(10_000) }).strict())
    .output(z.object({ id: whole })),
  assign: endpoint
    .route({
      method: 'PUT',
      path: '/issues/{id}/assignment',
      summary: 'Gives an issue to one of the staff, or to nobody. 412 where it was changed since',
    })
    .meta({ ...manages, audit: 'issue.assigned' })
    .input(z.object({ id, userId: text(64).min(1).nullable(), version: version.optional() }).strict())
    .output(z.object({ version: whole })),
}

export const attachInput = z.object({ id, name: text(200).min(1) })
export const issueFileInput = z.object({ id, fileId: id, as: shownAs })

/** Answered outside the typed router: files. */
export const issuesFileContract = {
  attach: endpoint
    .route({
      method: 'POST',
      path: '/issues/{id}/files',
      summary: 'Attaches a file: its bytes as the body (application/octet-stream), `name` in the address',
    })
    .meta({ ...writes, audit: 'issue.file_attached' })
    .input(attachInput)
    .output(z.object({ id: whole })),
  file: endpoint
    .route({ method: 'GET', path: '/issues/{id}/files/{fileId}', summary: 'A file that was attached' })
    .meta({ ...reads, audit: 'issue.file_downloaded' })
    .input(issueFileInput)
    .output(z.file()),
}
