import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { Instant } from '../../platform/contract/money.ts'
import { NOTICE_CHANNELS, NOTICE_SUBJECTS } from '../../platform/contract/notices.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { TIME } from '../../platform/contract/patterns.ts'

const Notice = z.object({
  id: z.number().int(),
  subject: z.enum(NOTICE_SUBJECTS),
  /** One line, in the asker's language. */
  text: z.string(),
  /** Path in the portal. */
  link: z.string(),
  /** Whose affair it is; null: nobody's. */
  tenant: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  at: Instant,
  read: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

/** Unread ones are counted so far. */
export const MOST_COUNTED = 100

const Time = z.string().regex(TIME)
export const RHYTHMS = ['at_once', 'daily', 'weekly'] as const
export type Rhythm = (typeof RHYTHMS)[number]

const Ways = z.object(
  Object.fromEntries(NOTICE_CHANNELS.map((way) => [way, z.boolean()])) as Record<
    (typeof NOTICE_CHANNELS)[number],
    z.ZodBoolean
  >,
)
const Wish = z.object({
  /** Of each subject: over which ways. */
  subjects: z.object(
    Object.fromEntries(NOTICE_SUBJECTS.map((subject) => [subject, Ways.strict()])) as Record<
      (typeof NOTICE_SUBJECTS)[number],
      typeof Ways
    >,
  ),
  /** Mails: each at once, or together, at eight in the morning, on Mondays at eight. */
  rhythm: z.enum(RHYTHMS),
  /** No mail and no browser notification in these hours of the asker's day; null: at any time. */
  quiet: z
    .object({ from: Time, until: Time })
    .strict()
    .refine(({ from, until }) => from !== until, { path: ['until'], ...fieldMessage('sameTime') })
    .nullable(),
})
const NoticeChoices = Wish.extend({
  version: z.number().int(),
  /** Switches of the profile that stand above: a way, or all of a subject. */
  off: z.object({ ways: z.array(z.enum(NOTICE_CHANNELS)), subjects: z.array(z.enum(NOTICE_SUBJECTS)) }),
})
export type NoticeChoices = z.infer<typeof NoticeChoices>
export type NoticeWish = z.infer<typeof Wish>

const meta = { signedIn: true } as const
const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

export const noticesContract = {
  summary: endpoint
    .route({
      method: 'GET',
      path: '/notices/summary',
      summary: 'How many notices the asker has not read, and the newest of them for the browser',
    })
    .meta(meta)
    .output(
      z.object({
        /** At most 100: then there are that many or more. */
        unread: z.number().int(),
        /** The newest unread one that the browser may show now; null: none, or these are quiet hours. */
        newest: Notice.pick({ id: true, text: true, link: true }).nullable(),
      }),
    ),
  list: endpoint
    .route({ method: 'GET', path: '/notices', summary: 'What the asker was told, the newest first' })
    .meta(meta)
    .input(z.object({ ...pageQuery, unread: z.enum(['true']).optional() }))
    .output(pageOf(Notice)),
  read: endpoint
    .route({
      method: 'POST',
      path: '/notices/read',
      summary: 'Marks as read: one, or all up to one that was seen',
    })
    .meta({ ...meta, audit: 'notice.read', evenReadOnly: true })
    .input(z.union([z.object({ id }).strict(), z.object({ upTo: id }).strict()]))
    .output(z.object({ marked: z.number().int() })),
  choices: endpoint
    .route({
      method: 'GET',
      path: '/notices/choices',
      summary: 'What the asker wants to be told of, and how',
    })
    .meta(meta)
    .output(NoticeChoices),
  choose: endpoint
    .route({
      method: 'PUT',
      path: '/notices/choices',
      summary: 'Changes what the asker wants to be told of; 412 when it changed in the meantime',
    })
    .meta({ ...meta, audit: 'notices.chosen' })
    // Or `If-Match: "<version>"`.
    .input(Wish.extend({ version: z.coerce.number().int().optional() }).strict())
    .output(NoticeChoices),
}
