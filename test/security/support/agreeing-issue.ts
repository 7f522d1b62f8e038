import type { Json } from '../../support/client.ts'
import { storable } from './arbitraries.ts'

const told = (text: Json, most: number) => `x${storable(text)}`.slice(0, most)

/** Of issues: what it may be about is looked up, and who it may be given to; where they lead has tests of its own. */
export function agreeingIssue(given: Record<string, Json>): Record<string, Json> {
  const { tenantId: _, orderId: __, itemNo: ___, lotNo: ____, invoiceId: _____, ...issue } = given
  return {
    ...('search' in issue || 'limit' in issue ? given : issue),
    ...('text' in issue && { text: told(issue.text, 10_000) }),
    ...('title' in issue && {
      title: told(issue.title, 200),
      description: told(issue.description, 10_000),
    }),
    ...('act' in issue && { reason: 'x', version: 1 }),
    ...('name' in issue && { name: 'a.csv' }),
    ...('userId' in issue && { userId: null, version: 1 }),
  }
}
