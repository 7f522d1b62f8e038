import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** A batch came, or the next one is expected at another time. */
export const upstreamLive: LiveTopics = {
  feeds: [['upstream']],
  refused_batches: [['upstream']],
  feed_expectations: [['upstream'], ['feeds']],
}
