import type { OutboxEvent, Position, Typing } from '../database/open-outbox.ts'
import { formatPosition } from './position.ts'

const encoder = new TextEncoder()

function message(event: string, data: object, at?: Position, more = ''): Uint8Array {
  const id = at ? `id: ${formatPosition(at)}\n` : ''
  return encoder.encode(`${id}event: ${event}\n${more}data: ${JSON.stringify(data)}\n\n`)
}

/** What a change says: its topic, whose it is, which object and which version. Never data (G3): nothing else is taken over. */
export function changeMessage(event: OutboxEvent): Uint8Array {
  const { version } = event.payload
  const data = {
    topic: event.topic,
    tenant: event.tenantId,
    object: event.objectId,
    version: typeof version === 'number' ? version : null,
  }
  return message('change', data, event)
}

/** Somebody of this side writes. It has no place in the order of changes: who was away has missed nothing. */
export const typingMessage = ({ tenantId, conversation, side }: Typing): Uint8Array =>
  message('change', {
    topic: `typing.${side}`,
    tenant: tenantId,
    object: String(conversation),
    version: null,
  })

/** From here on the stream is live; everything up to `at` was sent. */
export const readyMessage = (at: Position): Uint8Array => message('ready', {}, at, 'retry: 1000\n')
/** Something was missed: look at everything again. */
export const resyncMessage = (at: Position): Uint8Array => message('resync', {}, at)
/** What this person may see, or where they work, has changed: ask the session, then connect again. */
export const ACCESS_CHANGED = message('access', {})
/** This server ends the stream; come back after so many milliseconds. */
export const reconnectMessage = (afterMs: number): Uint8Array => message('reconnect', { afterMs })
export const HEARTBEAT = message('heartbeat', {})
