import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { LANGUAGES, type Language } from '../../platform/contract/languages.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'

export const ANNOUNCEMENT_KINDS = ['information', 'maintenance', 'warning'] as const
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number]
export const ANNOUNCEMENT_STATES = ['planned', 'shown', 'past', 'withdrawn'] as const
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]
export type AnnouncementLanguage = Language
export const LONGEST_TITLE = 120
export const LONGEST_TEXT = 2000

const Kind = z.enum(ANNOUNCEMENT_KINDS)
const Text = z
  .object({
    language: z.enum(LANGUAGES),
    title: z.string().trim().min(1).max(LONGEST_TITLE),
    /** Plain, with line breaks. */
    text: z.string().trim().min(1).max(LONGEST_TEXT),
  })
  .strict()
export type AnnouncementText = z.infer<typeof Text>

/** PostgreSQL knows no year 0, and nobody announced anything in the years after. */
const Moment = Instant.refine((at) => at >= '2000', fieldMessage('farAway'))

const Wish = z.object({
  kind: Kind,
  /** Each language once; whoever reads another one reads the first. */
  texts: z
    .array(Text)
    .min(1)
    .max(LANGUAGES.length)
    .refine(
      (texts) => new Set(texts.map(({ language }) => language)).size === texts.length,
      fieldMessage('twice'),
    ),
  /** Null: all, also those that are still to come. */
  tenantIds: z.array(z.int32().min(1)).min(1).max(1000).nullable(),
  startsAt: Moment,
  /** Null: until it is withdrawn. */
  endsAt: Moment.nullable(),
})
export type AnnouncementWish = z.infer<typeof Wish>

const isOrdered = ({ startsAt, endsAt }: Pick<AnnouncementWish, 'startsAt' | 'endsAt'>) =>
  endsAt === null || Date.parse(endsAt) > Date.parse(startsAt)
const order = { path: ['endsAt'], ...fieldMessage('order') }

const AnnouncementRow = z.object({
  id: z.number().int(),
  kind: Kind,
  state: z.enum(ANNOUNCEMENT_STATES),
  /** In the asker's language, or else the first. */
  title: z.string(),
  languages: z.array(z.enum(LANGUAGES)),
  /** Null: all tenants. */
  tenants: z.number().int().nullable(),
  startsAt: Instant,
  endsAt: Instant.nullable(),
})
export type AnnouncementRow = z.infer<typeof AnnouncementRow>

const Announcement = Wish.extend({
  id: z.number().int(),
  state: z.enum(ANNOUNCEMENT_STATES),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  version: z.number().int(),
})
export type Announcement = z.infer<typeof Announcement>

const Shown = z.object({
  id: z.number().int(),
  kind: Kind,
  language: z.enum(LANGUAGES),
  title: z.string(),
  text: z.string(),
  startsAt: Instant,
  endsAt: Instant.nullable(),
})

const meta = { permission: 'announcements.manage' } as const
const id = z.coerce.number().int().min(1).max(2_147_483_647)
const PATH = '/admin/announcements'

export const announcementsContract = {
  shown: endpoint
    .route({
      method: 'GET',
      path: '/announcements',
      summary: 'What the manufacturer announces to the asker now, without what they put away',
    })
    // Of no module: who may see nothing of a tenant is told nothing of it by its own rows (A8).
    .meta({ signedIn: true })
    .output(
      z.object({
        items: z.array(Shown),
        /** When time alone makes another one appear or go. */
        changesAt: Instant.nullable(),
      }),
    ),
  dismiss: endpoint
    .route({ method: 'POST', path: '/announcements/{id}/dismiss', summary: 'Puts one away, for the asker' })
    .meta({ signedIn: true, audit: 'announcement.dismissed', evenReadOnly: true })
    .input(z.object({ id }).strict())
    .output(z.object({ dismissed: z.literal(true) })),
  list: endpoint
    .route({ method: 'GET', path: PATH, summary: 'Announcements, the one that starts last first' })
    .meta(meta)
    .input(
      z.object({
        ...pageQuery,
        search: z.string().max(200).optional(),
        state: z.enum(ANNOUNCEMENT_STATES).optional(),
      }),
    )
    .output(pageOf(AnnouncementRow)),
  get: endpoint
    .route({ method: 'GET', path: `${PATH}/{id}`, summary: 'One announcement with all its texts' })
    .meta(meta)
    .input(z.object({ id }))
    .output(Announcement),
  create: endpoint
    .route({ method: 'POST', path: PATH, summary: 'Announces something to all tenants or to some' })
    .meta({ ...meta, audit: 'announcement.published' })
    .input(Wish.strict().refine(isOrdered, order))
    .output(z.object({ id: z.number().int() })),
  change: endpoint
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Says it differently, to others, or at another time',
    })
    .meta({ ...meta, audit: 'announcement.changed' })
    .input(
      Wish.extend({ id, version: z.int().min(1) })
        .strict()
        .refine(isOrdered, order),
    )
    .output(z.object({ version: z.number().int() })),
  withdraw: endpoint
    .route({
      method: 'POST',
      path: `${PATH}/{id}/withdraw`,
      summary: 'Takes one back; nobody is shown it any more',
    })
    .meta({ ...meta, audit: 'announcement.withdrawn' })
    .input(z.object({ id }).strict())
    .output(z.object({ withdrawn: z.literal(true) })),
}
