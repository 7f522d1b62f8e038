import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'

/** What the staff pick their work by. */
export const DESKS = ['waiting', 'mine', 'nobody'] as const

/** The address of the screen (B6): with whom, which conversation, and what the staff's list is picked by. */
export type ChatSearch = {
  contact?: string | undefined
  conversation?: number | undefined
  /** A new conversation, about an order where one is named. */
  compose?: true | undefined
  order?: number | undefined
  search?: string | undefined
  desk?: (typeof DESKS)[number] | undefined
  /** A question for the assistant. */
  ask?: string | undefined
}

const readId = (raw: unknown) => {
  const id = Number(raw)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** Reads the address; what the API would refuse counts as not set. */
export const readChatSearch = (raw: Record<string, unknown>): ChatSearch => ({
  contact: readText(raw.contact),
  conversation: readId(raw.conversation),
  compose: String(raw.compose) === 'true' || undefined,
  order: readId(raw.order),
  search: readText(raw.search),
  desk: readOneOf(raw.desk, DESKS),
  ask: readText(raw.ask),
})
