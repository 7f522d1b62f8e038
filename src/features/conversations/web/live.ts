import type { Change, LiveTopics } from '../../../platform/web/events/live-topics.ts'
import { endTyping, noteTyping } from './typing.ts'

const typing =
  (side: 'staff' | 'client') =>
  (_: unknown, { object }: Change): undefined => {
    noteTyping(Number(object), side)
  }

/** What happens in one conversation changes the lists, the counts and its own thread, and no other. */
export const conversationsLive: LiveTopics = {
  conversations: (_, { object }) => {
    endTyping(Number(object))
    return [
      ['conversations', 'summary'],
      ['conversations', 'list'],
      ['conversations', 'one', Number(object)],
    ]
  },
  'typing.staff': typing('staff'),
  'typing.client': typing('client'),
}
