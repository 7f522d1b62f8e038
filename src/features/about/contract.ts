import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { CalendarDate, Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { said } from '../../platform/contract/text.ts'
import { LONGEST_COMMENT, PHASE_STATES, PHASES, VOICE_PHASES } from './domain/roadmap.ts'

const whole = z.number().int()
const phase = z.enum(PHASES)
const progress = z.int().min(0).max(100)

const Phase = z.object({
  phase,
  status: z.enum(PHASE_STATES),
  progress,
  /** null: not planned yet. */
  durationWeeks: whole.nullable(),
})
export type Phase = z.infer<typeof Phase>

const PhaseOnScreen = Phase.extend({ version: whole, comments: whole })
export type PhaseOnScreen = z.infer<typeof PhaseOnScreen>

const VoicePhase = z.object({
  phase: z.enum(VOICE_PHASES),
  status: z.enum(PHASE_STATES),
  progress,
  /** The last day that was named for it, as long as it is to come; null: none, or it has passed. */
  dueOn: CalendarDate.nullable(),
  version: whole,
})
export type VoicePhase = z.infer<typeof VoicePhase>

const Comment = z.object({
  id: whole,
  author: z.string(),
  /** null: of the manufacturer's people. */
  company: z.string().nullable(),
  text: z.string(),
  at: Instant,
})
export type Comment = z.infer<typeof Comment>

const PATH = '/roadmap'

export const roadmapContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: PATH,
      summary: 'How far the project is, with how many comments of each phase the asker can read',
    })
    .meta({ signedIn: true })
    .output(
      z.object({
        items: z.array(PhaseOnScreen),
        /** Whether the asker can say something: a session that may only read cannot. */
        mayComment: z.boolean(),
      }),
    ),
  voice: endpoint
    .route({ method: 'GET', path: `${PATH}/voice`, summary: 'How far the voice assistant is' })
    .meta({ signedIn: true })
    .output(z.object({ items: z.array(VoicePhase) })),
  comments: endpoint
    .route({
      method: 'GET',
      path: `${PATH}/{phase}/comments`,
      summary:
        'What was said of a phase, the newest first: by one’s own company; for staff by everybody they look after',
    })
    .meta({ signedIn: true })
    .input(z.object({ phase, ...pageQuery }))
    .output(pageOf(Comment)),
  comment: endpoint
    .route({ method: 'POST', path: `${PATH}/{phase}/comments`, summary: 'Says something of a phase' })
    .meta({ signedIn: true, audit: 'roadmap.commented' })
    .input(
      z
        .object({
          phase,
          text: said(LONGEST_COMMENT),
        })
        .strict(),
    )
    .output(z.object({ id: whole })),
  change: endpoint
    .route({
      method: 'PUT',
      path: `/admin${PATH}/{phase}`,
      summary:
        'Says how far a phase is; what is completed is so in full, what is planned not at all. 412 when somebody else did first',
    })
    .meta({ permission: 'company.manage', audit: 'roadmap.phase_changed' })
    .input(
      z
        .object({
          phase: z.enum([...PHASES, ...VOICE_PHASES]),
          status: z.enum(PHASE_STATES),
          progress,
          version: z.int().min(1).max(2_147_483_646),
        })
        .strict(),
    )
    .output(z.object({ version: whole })),
}
