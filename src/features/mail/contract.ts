import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery, sortOf } from '../../platform/contract/page.ts'

const count = z.number().int()

export const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'unsure', 'expired'] as const
export const MAIL_SORTS = ['at', 'to'] as const
export type MailState = (typeof MAIL_STATES)[number]

const Mail = z.object({
  id: count,
  to: z.string(),
  kind: z.string(),
  /** In the administrator's language; a link in it is masked. */
  subject: z.string(),
  text: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: count,
  /** What the mail server said, when it did not take it. */
  problem: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  /** Its link can be shown: it is still good, and nothing is sent from here. */
  revealable: z.boolean(),
  /** It did not leave, or nobody knows whether it did, and it can be sent again. */
  sendable: z.boolean(),
})
export type Mail = z.infer<typeof Mail>

const filter = {
  /** Part of the address. */
  search: z.string().max(200).optional(),
  state: z.enum(MAIL_STATES).optional(),
  sort: sortOf(MAIL_SORTS).default('-at'),
}

export const mailContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/admin/mails',
      summary:
        'Mails of the portal, the newest first unless asked otherwise: to whom, about what, when; links are masked',
    })
    .meta({ permission: 'mail.manage' })
    .input(z.object({ ...filter, ...pageQuery }))
    .output(pageOf(Mail).extend({ sends: z.boolean() })),
  reveal: endpoint
    .route({
      method: 'POST',
      path: '/admin/mails/{id}/reveal',
      summary: 'The link of a mail, where none is sent; whoever it is for is told',
    })
    .meta({ permission: 'mail.manage', stepUp: true, audit: 'mail.revealed' })
    .input(z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }).strict())
    .output(z.object({ link: z.string() })),
  sendAgain: endpoint
    .route({
      method: 'POST',
      path: '/admin/mails/{id}/send-again',
      summary: 'A mail that was refused, or whose last answer was lost, stands in line again',
    })
    .meta({ permission: 'mail.manage', audit: 'mail.sent_again' })
    .input(z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }).strict())
    .output(z.object({ state: z.literal('waiting') })),
}

const mailsFile = z.object({ ...filter, format: z.enum(['csv', 'xlsx']).default('csv') })
export type MailsFileInput = z.infer<typeof mailsFile>

/** Answered outside the typed router: a file. */
export const mailFileContract = {
  export: endpoint
    .route({
      method: 'GET',
      path: '/admin/mails/export',
      summary: 'The same mails as a file, all of them, without their texts',
    })
    .meta({ permission: 'mail.manage', heavy: true, audit: 'mails.exported' })
    .input(mailsFile)
    .output(z.file()),
}
