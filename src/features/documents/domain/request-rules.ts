export const REQUEST_STATES = ['open', 'sent', 'accepted', 'withdrawn'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

export const REQUEST_ACTS = ['send', 'return', 'accept', 'withdraw'] as const
export type RequestAct = (typeof REQUEST_ACTS)[number]

type Rule = {
  from: readonly RequestState[]
  to: RequestState
  /** Whether the client takes it; the staff take all of them. */
  byClient: boolean
  /** Whether it says why. */
  reason: boolean
}

/** Which steps there are (E8). The database holds the same table (portal.document_request_rules); a test compares them. */
export const REQUEST_RULES: Record<RequestAct, Rule> = {
  send: { from: ['open'], to: 'sent', byClient: true, reason: false },
  return: { from: ['sent'], to: 'open', byClient: false, reason: true },
  accept: { from: ['sent'], to: 'accepted', byClient: false, reason: false },
  withdraw: { from: ['open', 'sent'], to: 'withdrawn', byClient: false, reason: true },
}

/** What can be done with a request in this state by whoever may send, or ask. */
export const actsOnRequest = (
  state: RequestState,
  { sends, asks }: { sends: boolean; asks: boolean },
): RequestAct[] =>
  REQUEST_ACTS.filter((act) => {
    const { from, byClient } = REQUEST_RULES[act]
    return from.includes(state) && (byClient ? sends : asks)
  })

export const MOST_REQUEST_FILES = 20
