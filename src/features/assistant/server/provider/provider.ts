import type { AiConfig } from '../../../../platform/server/config.ts'
import type { Log } from '../../../../platform/server/log.ts'
import { createProviderClient, TIMEOUTS } from './provider-client.ts'
import { type Completion, type Fault, ProviderFault, readCompletion, type Tokens } from './read-completion.ts'
import { openSpeech, type Speech } from './speech.ts'

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
    /** What the round cost, once, however it ended. */
    onTokens: (tokens: Tokens) => void
  }) => Promise<Completion>
  /** Tokens that a person, and a company, may use in a day. */
  allowed: { person: number; company: number }
  /** Turns speech into words, and words into speech, as far as the operator set that up. */
  speech: Speech
}

const TEST_MS = 10_000
const MOST_BYTES = 1024 * 1024
/** Where a provider does not say what a round cost. */
const CHARACTERS_OF_A_TOKEN = 4
const ALLOWED = { person: 1_000_000, company: 10_000_000 }

const REFUSED: ReadonlySet<Fault> = new Set(['key', 'rate', 'unavailable'])

/** A provider that speaks the protocol of chat completions. */
export function openProvider(place: AiConfig, log: Log, timeouts = TIMEOUTS): Provider {
  const { apiKey, model, name, keyPrefix } = place
  const client = createProviderClient(place, log, timeouts)
  let status: KeyStatus = 'unknown'

  async function test(): Promise<'valid' | 'invalid'> {
    status = 'testing'
    status = (await isTaken()) ? 'valid' : 'invalid'
    return status
  }
  async function isTaken(): Promise<boolean> {
    if (keyPrefix && !apiKey.startsWith(keyPrefix)) return false
    try {
      const answer = await client.get('models', TEST_MS)
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
    speech: openSpeech(place, client),
    allowed: { ...ALLOWED, ...place.tokensADay },
    async complete({ messages, tools, signal, onText, onTokens }) {
      const body = JSON.stringify({
        ...{ model, messages, stream: true, max_tokens: 500, temperature: 0.7 },
        stream_options: { include_usage: true },
        ...(tools.length > 0 && { tools }),
      })
      let received = 0
      let told: Tokens | undefined
      let isTaken = true
      const onPiece = (characters: number) => (received += characters)
      const onUsage = (tokens: Tokens) => (told = tokens)
      try {
        const said = await client.post('chat/completions', { body, signal }, (stream) =>
          readCompletion(stream, { onText, onPiece, onUsage, most: MOST_BYTES }),
        )
        status = 'valid'
        return said
      } catch (fault) {
        if (fault instanceof ProviderFault && fault.kind === 'key') status = 'invalid'
        // What is refused costs nothing; what breaks off does.
        isTaken = !(fault instanceof ProviderFault && REFUSED.has(fault.kind))
        throw fault
      } finally {
        const of = (characters: number) => Math.ceil(characters / CHARACTERS_OF_A_TOKEN)
        if (isTaken) onTokens(told ?? { sent: of(body.length), received: of(received) })
      }
    },
  }
}
