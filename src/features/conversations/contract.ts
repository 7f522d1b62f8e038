import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { LANGUAGES } from '../../platform/contract/languages.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { shownAs } from '../../platform/contract/shown-as.ts'
import { said, text } from '../../platform/contract/text.ts'

const whole = z.number().int()
export const SIDES = ['staff', 'client'] as const
export type Side = (typeof SIDES)[number]

const Conversation = z.object({
  id: whole,
  /** Whose it is; there only for those who look at several tenants. */
  tenantName: z.string().optional(),
  subject: z.string(),
  orderNo: z.string().nullable(),
  issueNo: whole.nullable(),
  openedBy: z.string(),
  openedAt: Instant,
  lastAt: Instant,
  /** The number of the newest message. */
  lastNo: whole,
  /** How the newest message begins; null: it is a file. */
  lastText: z.string().nullable(),
  lastAuthor: z.string(),
  lastByStaff: z.boolean(),
  lastOwn: z.boolean(),
  /** Messages of the other side that the asker has not read. */
  unread: whole,
  /** Whose turn it is. */
  waitingFor: z.enum(SIDES).nullable(),
  assignedTo: z.string().nullable(),
})
export type Conversation = z.infer<typeof Conversation>

const Note = z.object({
  id: whole,
  kind: z.enum(['note', 'assign', 'settle']),
  text: z.string().nullable(),
  author: z.string(),
  at: Instant,
})
export type ConversationNote = z.infer<typeof Note>

const Detail = Conversation.extend({
  /** Of the order and the issue, while they are there and the asker may see them. */
  orderId: whole.nullable(),
  issueId: whole.nullable(),
  /** How far the asker has read, and how far somebody of the other side has. */
  readTo: whole,
  readByOthers: whole,
  version: whole,
  mayWrite: z.boolean(),
  /** What the asker reads can be marked as read. */
  marks: z.boolean(),
  /** For the staff who answer alone. */
  desk: z
    .object({
      assignedId: z.string().nullable(),
      notes: z.array(Note),
      handlers: z.array(z.object({ id: z.string(), name: z.string() })),
    })
    .nullable(),
})
export type ConversationDetail = z.infer<typeof Detail>

const Link = z.object({ label: z.string(), path: z.string() })
const File = z.object({
  id: whole,
  name: z.string(),
  size: whole,
  format: z.string(),
  /** What the operator's scanner said of it; null: there is none. */
  scan: z.enum(['pending', 'clean', 'infected', 'failed']).nullable(),
})
const Message = z.object({
  /** Of the conversation's own count, without a gap. */
  no: whole,
  /** The sender's own name of it; of one's own alone. */
  key: z.string().nullable(),
  kind: z.enum(['message', 'file', 'summary']),
  text: z.string().nullable(),
  links: z.array(Link),
  author: z.string(),
  byStaff: z.boolean(),
  own: z.boolean(),
  at: Instant,
  file: File.nullable(),
})
export type Message = z.infer<typeof Message>

/** By language. */
const Names = z.record(z.enum(LANGUAGES), z.string())

const Summary = z.object({
  /** Messages that the asker has not read; for the staff without those that a colleague looks after. */
  unread: whole,
  /** Conversations that wait for the asker's side. */
  waiting: whole,
  /** For the staff: given to the asker, and to nobody while a client waits. */
  mine: whole.nullable(),
  unassigned: whole.nullable(),
  hours: z.object({
    /** IANA zone of the hours. */
    zone: z.string(),
    /** Until when somebody is there; null: nobody is now. */
    closesAt: Instant.nullable(),
    /** When somebody is there again; null: now. */
    opensAt: Instant.nullable(),
    /** What today is called, where the office is closed all day for it. */
    closedDay: Names.nullable(),
    /** Business minutes within which three of four messages of this client were answered lately; null: too few to say. */
    usualMinutes: whole.nullable(),
    /** By when a message of now would be answered at that pace. */
    replyBy: Instant.nullable(),
  }),
})
export type ConversationSummary = z.infer<typeof Summary>

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const tenantId = z.coerce.number().int().min(1).max(2_147_483_647)
const messageNo = z.int().min(1).max(2_147_483_647)
/** Made by the sender: sent again under it, a message is the same one. */
const key = z.uuid()
/** Into the portal alone: one slash, and no way to another place. */
const portalPath = text(500).regex(/^\/([^/\\\s][^\\\s]*)?$/)

const reads = { permission: 'conversations.read', module: 'chat' } as const
const writes = { permission: 'conversations.write', module: 'chat' } as const
const manages = { permission: 'conversations.manage', module: 'chat' } as const

export const conversationsContract = {
  summary: endpoint
    .route({
      method: 'GET',
      path: '/conversation-summary',
      summary: 'What is unread, what waits, and when somebody answers',
    })
    .meta(reads)
    .output(Summary),
  list: endpoint
    .route({
      method: 'GET',
      path: '/conversations',
      summary: 'Conversations between the asker’s tenants and the staff, the last that moved first',
    })
    .meta(reads)
    .input(
      z.object({
        /** Part of the subject, a message, the order or the issue; letter case and accents do not matter. */
        search: text(200).optional(),
        waiting: z.enum(['me', 'other']).optional(),
        /** To the asker, or to nobody. */
        assigned: z.enum(['me', 'nobody']).optional(),
        tenant: tenantId.optional(),
        /** An order's id. */
        order: id.optional(),
        ...pageQuery,
      }),
    )
    .output(pageOf(Conversation)),
  get: endpoint
    .route({ method: 'GET', path: '/conversations/{id}', summary: 'One conversation, without its messages' })
    .meta(reads)
    .input(z.object({ id }))
    .output(Detail),
  messages: endpoint
    .route({
      method: 'GET',
      path: '/conversations/{id}/messages',
      summary: 'Messages of a conversation, the newest first',
    })
    .meta(reads)
    .input(z.object({ id, ...pageQuery }))
    .output(pageOf(Message)),
  open: endpoint
    .route({
      method: 'POST',
      path: '/conversations',
      summary:
        'Opens a conversation with its first message, or with the summary and links of what was said to the assistant; repeated under the same key it is the same one',
    })
    .meta({ ...writes, audit: 'conversation.opened' })
    .input(
      z
        .object({
          /** Who looks at several tenants says with which. */
          tenantId: tenantId.optional(),
          subject: said(200),
          text: said(10_000).optional(),
          key,
          orderId: id.optional(),
          issueId: id.optional(),
          /** What was said before, and what it was about. */
          handOver: z
            .object({
              summary: said(10_000),
              links: z
                .array(z.object({ label: said(200), path: portalPath }).strict())
                .max(20)
                .default([]),
            })
            .strict()
            .optional(),
        })
        .strict()
        .refine((wish) => wish.text !== undefined || wish.handOver !== undefined, {
          path: ['text'],
          ...fieldMessage('missing'),
        }),
    )
    .output(z.object({ id: whole })),
  send: endpoint
    .route({
      method: 'POST',
      path: '/conversations/{id}/messages',
      summary: 'Says something; repeated under the same key it is said once',
    })
    .meta({ ...writes, audit: 'conversation.message_sent' })
    .input(z.object({ id, text: said(10_000), key }).strict())
    .output(z.object({ no: whole })),
  read: endpoint
    .route({ method: 'POST', path: '/conversations/{id}/read', summary: 'The asker has read so far' })
    .meta({ ...reads, audit: 'conversation.read' })
    .input(z.object({ id, upTo: messageNo }).strict())
    .output(z.object({ upTo: whole })),
  typing: endpoint
    .route({
      method: 'POST',
      path: '/conversations/{id}/typing',
      summary: 'Tells the others who have it open that the asker writes',
    })
    .meta({ ...writes, unrecorded: 'It is told over the open streams alone and kept nowhere.' })
    .input(z.object({ id }).strict())
    .output(z.object({})),
  note: endpoint
    .route({
      method: 'POST',
      path: '/conversations/{id}/notes',
      summary: 'Says something that only the staff read',
    })
    .meta({ ...manages, audit: 'conversation.noted' })
    .input(z.object({ id, text: said(10_000) }).strict())
    .output(z.object({ id: whole })),
  assign: endpoint
    .route({
      method: 'PUT',
      path: '/conversations/{id}/assignment',
      summary: 'Gives a conversation to one of the staff, or to nobody. 412 where it was given since',
    })
    .meta({ ...manages, audit: 'conversation.assigned' })
    .input(
      z
        .object({
          id,
          userId: text(64).min(1).nullable(),
          version: z.int().min(1).max(2_147_483_646).optional(),
        })
        .strict(),
    )
    .output(z.object({ version: whole })),
  settle: endpoint
    .route({
      method: 'POST',
      path: '/conversations/{id}/settled',
      summary: 'Nobody waits any more: the last word needs no answer',
    })
    .meta({ ...manages, audit: 'conversation.settled' })
    .input(z.object({ id }).strict())
    .output(z.object({})),
}

export const attachInput = z.object({ id, name: text(200).min(1), key })
export const conversationFileInput = z.object({ id, fileId: id, as: shownAs })

/** Answered outside the typed router: files. */
export const conversationsFileContract = {
  attach: endpoint
    .route({
      method: 'POST',
      path: '/conversations/{id}/files',
      summary:
        'Attaches a file: its bytes as the body (application/octet-stream), `name` and `key` in the address',
    })
    .meta({ ...writes, audit: 'conversation.file_attached' })
    .input(attachInput)
    .output(z.object({ id: whole })),
  file: endpoint
    .route({
      method: 'GET',
      path: '/conversations/{id}/files/{fileId}',
      summary: 'A file that was attached',
    })
    .meta({ ...reads, audit: 'conversation.file_downloaded' })
    .input(conversationFileInput)
    .output(z.file()),
}
