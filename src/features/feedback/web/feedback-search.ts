import { readInteger, readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { MOST_STARS, RECOMMENDATIONS } from '../domain/vocabulary.ts'

export const STATES = ['open', 'reviewed'] as const

/** The address of the inbox (B6). */
export type FeedbackSearch = {
  search?: string | undefined
  state?: (typeof STATES)[number] | undefined
  recommendation?: (typeof RECOMMENDATIONS)[number] | undefined
  stars?: number | undefined
  contact?: 'true' | undefined
}

export const NO_FILTER = {
  ...{ search: undefined, state: undefined, recommendation: undefined, stars: undefined, contact: undefined },
} as const satisfies FeedbackSearch

export const readFeedbackSearch = (raw: Record<string, unknown>): FeedbackSearch => ({
  search: readText(raw.search),
  state: readOneOf(raw.state, STATES),
  recommendation: readOneOf(raw.recommendation, RECOMMENDATIONS),
  stars: readInteger(raw.stars, 1, MOST_STARS),
  contact: String(raw.contact) === 'true' ? 'true' : undefined,
})
