import { expect } from 'vitest'
import type { Found, SearchGroup, SearchHit } from '../../src/features/search/contract.ts'
import type { Actor } from './actors.ts'

export const askSearch = (q: string) => `/api/v1/search?${new URLSearchParams({ q })}`

/** What the search over everything finds for somebody. */
export async function search(actor: Actor, q: string): Promise<Found['groups']> {
  const { status, body } = await actor.get(askSearch(q))
  expect([q, status]).toEqual([q, 200])
  return body.groups
}

export const groupsFound = async (actor: Actor, q: string): Promise<SearchGroup[]> =>
  (await search(actor, q)).map(({ group }) => group)

/** Undefined: nothing of that group. */
export const hitsFound = async (
  actor: Actor,
  q: string,
  group: SearchGroup,
): Promise<SearchHit[] | undefined> => (await search(actor, q)).find((one) => one.group === group)?.hits

export const titlesFound = async (actor: Actor, q: string, group: SearchGroup) =>
  (await hitsFound(actor, q, group))?.map(({ title }) => title)
