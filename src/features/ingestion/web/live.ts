import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'
import { noteBatch } from './feeds-query.ts'

/** A batch says itself when it came: nothing is asked for. */
export const feedsLive: LiveTopics = {
  feeds: (queries, { object, version }) => {
    if (object !== null && version !== null) noteBatch(queries, object, version)
  },
}
