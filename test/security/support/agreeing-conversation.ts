import type { Json } from '../../support/client.ts'
import { storable } from './arbitraries.ts'

const told = (text: Json, most: number) => `x${storable(text)}`.slice(0, most)

/** Of conversations: what it may be about is looked up, and who it may be given to; where they lead has tests of its own. */
export function agreeingConversation(given: Record<string, Json>): Record<string, Json> {
  const { tenantId: _, orderId: __, issueId: ___, ...wish } = given
  return {
    ...('search' in wish || 'limit' in wish ? given : wish),
    ...('text' in wish && { text: told(`${wish.text}`, 10_000) }),
    ...('subject' in wish && { subject: told(wish.subject, 200), text: told(`${wish.text}`, 10_000) }),
    ...(wish.handOver && {
      handOver: {
        summary: told(`${wish.handOver.summary}`, 10_000),
        links: [wish.handOver.links ?? []].flat().map((link: Json) => ({
          label: told(`${link?.label}`, 200),
          path: '/orders',
        })),
      },
    }),
    ...('name' in wish && { name: 'a.csv' }),
    ...('userId' in wish && { userId: null, version: 1 }),
  }
}
