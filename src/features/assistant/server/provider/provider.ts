import type { Log } from '../../../../platform/server/log.ts'
import { type Completion, type Fault, ProviderFault, readCompletion } from './read-completion.ts'

export type KeyStatus = 'unknown' | 'testing' | 'valid' | 'invalid'
export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; tool_calls?: Completion['toolCalls'] }
  | { role: 'tool'; tool_call_id: string; content: string }
export type ToolOffer = {
  type: 'function'
  function: { name: string; description: string; parameters: unknown }
}

/** Whoever the operator set up to answer in the place of the built-in assistant. */
export type Provider = {
  name: string
  status: () => KeyStatus
  /** Asks whether the key is taken. */
  test: () => Promise<'valid' | 'invalid'>
  /** One round: what it says, piece by piece, and what it wants to look up. Throws `ProviderFault`. */
  complete: (round: {
    messages: readonly ChatMessage[]
    tools: readonly ToolOffer[]
    signal: AbortSignal
    onText: (text: string) => void
  }) => Promise<Completion>
}

export type ProviderPlace = {
  baseUrl: string
  apiKey: string
  model: string
  name: string
  keyPrefix?: string
}

const TEST_MS = 10_000
/** The first byte, and a whole round. */
const ROUND_MS = { first: 20_000, whole: 60_000 }
const MOST_BYTES = 1024 * 1024

/**
 * A provider that speaks the protocol of chat completions. Its address is the operator's and never anything that somebody
 * wrote; nothing follows a redirect, and neither key nor text reaches a log.
 */
export function openProvider(
  { baseUrl, apiKey, model, name, keyPrefix }: ProviderPlace,
  log: Log,
  patience = ROUND_MS,
): Provider {
  let status: KeyStatus = 'unknown'
  const address = (path: string) => `${baseUrl.replace(/\/+$/, '')}/${path}`
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const refusal = (answered: number): Fault =>
    answered === 401 || answered === 403
      ? 'key'
      : answered === 429
        ? 'rate'
        : answered >= 500
          ? 'unavailable'
          : 'other'

  async function test(): Promise<'valid' | 'invalid'> {
    status = 'testing'
    status = (await isTaken()) ? 'valid' : 'invalid'
    return status
  }
  async function isTaken(): Promise<boolean> {
    if (keyPrefix && !apiKey.startsWith(keyPrefix)) return false
    try {
      const signal = AbortSignal.timeout(TEST_MS)
      const answer = await fetch(address('models'), { headers, redirect: 'manual', signal })
      if (!answer.ok) {
        await answer.body?.cancel()
        return false
      }
      const { data } = (await answer.json()) as { data?: unknown }
      return Array.isArray(data) && data.length > 0
    } catch (fault) {
      log.warn({ fault: (fault as Error).name }, 'the assistant’s provider was not reached')
      return false
    }
  }

  return {
    name,
    status: () => status,
    test,
    async complete({ messages, tools, signal, onText }) {
      const first = new AbortController()
      const late = setTimeout(() => first.abort(), patience.first)
      const ends = AbortSignal.any([signal, first.signal, AbortSignal.timeout(patience.whole)])
      try {
        const answer = await fetch(address('chat/completions'), {
          method: 'POST',
          headers,
          redirect: 'manual',
          signal: ends,
          body: JSON.stringify({
            ...{ model, messages, stream: true, max_tokens: 500, temperature: 0.7 },
            ...(tools.length > 0 && { tools }),
          }),
        })
        clearTimeout(late)
        if (!answer.ok || !answer.body) {
          await answer.body?.cancel()
          throw new ProviderFault(refusal(answer.status))
        }
        const said = await readCompletion(answer.body, { onText, most: MOST_BYTES })
        status = 'valid'
        return said
      } catch (fault) {
        if (signal.aborted) throw fault
        const known = fault instanceof ProviderFault ? fault : new ProviderFault('network')
        if (known.kind === 'key') status = 'invalid'
        log.warn({ kind: known.kind }, 'the assistant’s provider did not answer')
        throw known
      } finally {
        clearTimeout(late)
      }
    },
  }
}
