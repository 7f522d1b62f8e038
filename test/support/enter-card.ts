import type { TestCard } from '../../src/app/server/demo/test-provider/test-cards.ts'
import type { TestClient } from './client.ts'

const METHODS = '/api/v1/payment-methods'

/** To the provider's page and back, as a browser goes; answers where it was sent back to. */
export async function enterCard(actor: TestClient, card: TestCard | ''): Promise<URL> {
  const { status, body } = await actor.post(METHODS, {})
  if (status !== 200) throw new Error(`adding a card answered ${status} ${body.code}`)
  const form = new URLSearchParams({ card })
  const answer = await fetch(body.url, { method: 'POST', body: form, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

export const setupOf = ({ searchParams }: URL) => ({
  setup: searchParams.get('setup') ?? '',
  page: searchParams.get('page') ?? '',
})

/** Keeps a card of the test provider; answers its id. */
export async function addCard(actor: TestClient, card: TestCard): Promise<number> {
  const { status, body } = await actor.post(`${METHODS}/complete`, setupOf(await enterCard(actor, card)))
  if (status !== 200) throw new Error(`keeping a card answered ${status} ${body.code}`)
  return body.items.at(-1).id
}
