import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { Instant } from '../../platform/contract/money.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'
import { text } from '../../platform/contract/text.ts'
import { LONGEST_TEXT, MOST_STARS, RECOMMENDATIONS } from './domain/vocabulary.ts'

const whole = z.number().int()
const stars = z.int().min(0).max(MOST_STARS).default(0)
const answer = text(LONGEST_TEXT).nullable().default(null)

/** As the source has it: nothing is required. */
const Feedback = z
  .object({
    overallSatisfaction: stars,
    easeOfUse: stars,
    featureCompleteness: stars,
    performance: stars,
    support: stars,
    mostUsefulFeature: answer,
    leastUsefulFeature: answer,
    missingFeatures: answer,
    improvements: answer,
    additionalComments: answer,
    wouldRecommend: z.enum(RECOMMENDATIONS).nullable().default(null),
    contactForFollowUp: z.boolean().default(false),
  })
  .strict()
export type Feedback = z.output<typeof Feedback>

const given = z.object({
  overallSatisfaction: whole,
  easeOfUse: whole,
  featureCompleteness: whole,
  performance: whole,
  support: whole,
  mostUsefulFeature: z.string().nullable(),
  leastUsefulFeature: z.string().nullable(),
  missingFeatures: z.string().nullable(),
  improvements: z.string().nullable(),
  additionalComments: z.string().nullable(),
  wouldRecommend: z.enum(RECOMMENDATIONS).nullable(),
  contactForFollowUp: z.boolean(),
})
const Received = given.extend({
  id: whole,
  name: z.string(),
  email: z.string(),
  /** null: of the manufacturer's people. */
  tenantName: z.string().nullable(),
  sentAt: Instant,
  reviewedAt: Instant.nullable(),
  reviewedBy: z.string().nullable(),
})
export type ReceivedFeedback = z.infer<typeof Received>

/** Over those who gave stars; null: nobody did. */
const average = z.number().nullable()
const Summary = z.object({
  count: whole,
  toReview: whole,
  /** Who asked to be contacted, and was not looked at yet. */
  toContact: whole,
  averages: z.object({
    overallSatisfaction: average,
    easeOfUse: average,
    featureCompleteness: average,
    performance: average,
    support: average,
  }),
  recommendations: z.object({
    definitely: whole,
    probably: whole,
    maybe: whole,
    'probably-not': whole,
    'definitely-not': whole,
  }),
})
export type FeedbackSummary = z.infer<typeof Summary>

const manages = { permission: 'feedback.manage' } as const

export const feedbackContract = {
  send: endpoint
    .route({ method: 'POST', path: '/feedback', summary: 'What the asker thinks of the portal' })
    .meta({ signedIn: true, audit: 'feedback.sent' })
    .input(Feedback)
    .output(z.object({ id: whole })),
  list: endpoint
    .route({
      method: 'GET',
      path: '/admin/feedback',
      summary: 'Feedback of everybody, the newest first',
    })
    .meta(manages)
    .input(
      z.object({
        /** Part of a text, or of the name or address of who gave it; letter case and accents do not matter. */
        search: text(200).optional(),
        state: z.enum(['open', 'reviewed']).optional(),
        recommendation: z.enum(RECOMMENDATIONS).optional(),
        /** At most so many stars over all. */
        stars: z.coerce.number().int().min(1).max(MOST_STARS).optional(),
        contact: z.enum(['true']).optional(),
        ...pageQuery,
      }),
    )
    .output(pageOf(Received)),
  summary: endpoint
    .route({
      method: 'GET',
      path: '/admin/feedback-summary',
      summary: 'How many gave feedback, their average stars, and how many would recommend the portal',
    })
    .meta(manages)
    .output(Summary),
  review: endpoint
    .route({
      method: 'POST',
      path: '/admin/feedback/{id}/review',
      summary: 'Says that feedback was looked at, or was not',
    })
    .meta({ ...manages, audit: 'feedback.reviewed' })
    .input(
      z
        .object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER), reviewed: z.boolean() })
        .strict(),
    )
    .output(z.object({ reviewed: z.boolean() })),
}
