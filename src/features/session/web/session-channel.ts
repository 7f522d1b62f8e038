import type { Session } from '../contract.ts'

export type SessionNews =
  | { kind: 'signed-in' }
  | { kind: 'signed-out' }
  /** By itself, as one tab found: the others ask too. */
  | { kind: 'ended' }
  /** Refreshed, or working in another tenant now. */
  | { kind: 'session'; session: Session }

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('portal.session') : null

/** Tells the other tabs of this browser. */
export const tellTabs = (news: SessionNews) => channel?.postMessage(news)

export function onTabNews(listener: (news: SessionNews) => void) {
  const receive = (event: MessageEvent<SessionNews>) => listener(event.data)
  channel?.addEventListener('message', receive)
  return () => channel?.removeEventListener('message', receive)
}
