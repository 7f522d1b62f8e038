import * as z from 'zod'
import { EMAIL_ADDRESS } from '../../platform/contract/email-address.ts'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { LANGUAGES } from '../../platform/contract/languages.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { text } from '../../platform/contract/text.ts'
import { LONGEST_NAME, LONGEST_TEXT } from './domain/limits.ts'

export const DEMO_STATES = ['open', 'answered'] as const

/** One line: it stands in notices and in the subjects of mails. */
const line = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_NAME)
  .regex(/^\P{Cc}+$/u)
const written = text(LONGEST_TEXT)

/** What is sent from the About page, with or without a session. */
export const DemoWish = z
  .object({
    name: line,
    email: z
      .string()
      .trim()
      .max(320)
      .regex(EMAIL_ADDRESS)
      .regex(/^\P{Cc}+$/u),
    company: line,
    about: written.default(''),
    /** A field that people do not see: what fills it in is a program, and is told nothing. */
    website: written.default(''),
  })
  .strict()

const whole = z.number().int()
const DemoRequest = z.object({
  id: whole,
  name: z.string(),
  email: z.string(),
  company: z.string(),
  about: z.string().nullable(),
  /** In which they asked. */
  language: z.enum(LANGUAGES),
  /** Whether they were signed in. */
  hasAccount: z.boolean(),
  sentAt: Instant,
  answeredAt: Instant.nullable(),
  answeredBy: z.string().nullable(),
  note: z.string().nullable(),
  version: whole,
})
export type DemoRequest = z.infer<typeof DemoRequest>

const manages = { permission: 'feedback.manage' } as const
const PATH = '/admin/demo-requests'

export const demoRequestsContract = {
  list: endpoint
    .route({ method: 'GET', path: PATH, summary: 'Who asked to be shown the portal, the newest first' })
    .meta(manages)
    .input(
      z.object({
        /** Part of a name, an address, a company or a text; letter case and accents do not matter. */
        search: text(200).optional(),
        state: z.enum(DEMO_STATES).optional(),
        ...pageQuery,
      }),
    )
    .output(
      pageOf(DemoRequest).extend({
        /** How many wait for an answer, whatever the filter; null after the first page. */
        open: whole.nullable(),
      }),
    ),
  answer: endpoint
    .route({
      method: 'PUT',
      path: `${PATH}/{id}`,
      summary: 'Says whether somebody was answered, with a note; 412 when somebody else did first',
    })
    .meta({ ...manages, audit: 'demo.answered' })
    .input(
      z
        .object({
          id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
          answered: z.boolean(),
          note: written,
          version: z.int().min(1).max(2_147_483_646),
        })
        .strict(),
    )
    .output(z.object({ version: whole })),
}
