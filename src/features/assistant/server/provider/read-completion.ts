import * as z from 'zod'

/** What went wrong, as far as its reader can do something about it. */
export type Fault = 'key' | 'rate' | 'unavailable' | 'network' | 'other'
export class ProviderFault extends Error {
  readonly kind: Fault
  constructor(kind: Fault) {
    super(`provider: ${kind}`)
    this.kind = kind
  }
}

export type ToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } }
export type Completion = { text: string; toolCalls: ToolCall[] }
/** Of one round, or of a whole turn. */
export type Tokens = { sent: number; received: number }

const tokens = z.number().int().min(0).max(100_000_000)

const Piece = z.object({
  /** What it cost, where the provider says so: at the end, without a choice. */
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(undefined),
  choices: z
    .array(
      z.object({
        delta: z.object({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                index: z.number().int().min(0).max(15),
                id: z.string().nullish(),
                function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .default([]),
})

/**
 * The pieces of an answer, put together: text as it comes, calls of tools whose arguments may be spread over many pieces.
 * Rubbish, an end before the end, and more than `most` bytes are `other`.
 */
export async function readCompletion(
  body: ReadableStream<Uint8Array>,
  {
    onText,
    onPiece,
    onUsage,
    most,
  }: {
    onText: (text: string) => void
    /** So many characters came, of whatever kind. */
    onPiece: (characters: number) => void
    onUsage: (tokens: Tokens) => void
    most: number
  },
): Promise<Completion> {
  const decoder = new TextDecoder()
  const calls: ToolCall[] = []
  let text = ''
  let waiting = ''
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > most) throw new ProviderFault('other')
    waiting += decoder.decode(piece, { stream: true })
    const lines = waiting.split(/\r?\n/)
    waiting = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data:')) continue
      const data = line.slice('data:'.length).trim()
      if (data === '[DONE]') return { text, toolCalls: calls.filter(Boolean) }
      const { usage, content, tool_calls } = read(data)
      if (usage) onUsage({ sent: usage.prompt_tokens, received: usage.completion_tokens })
      if (content) {
        text += content
        onPiece(content.length)
        onText(content)
      }
      for (const { index, id, function: called } of tool_calls ?? []) {
        calls[index] ??= {
          id: id ?? `call_${index}`,
          type: 'function',
          function: { name: '', arguments: '' },
        }
        const call = calls[index].function
        onPiece((called?.name ?? '').length + (called?.arguments ?? '').length)
        call.name += called?.name ?? ''
        call.arguments += called?.arguments ?? ''
      }
    }
  }
  throw new ProviderFault('other')
}

function read(data: string) {
  let parsed: unknown
  try {
    parsed = JSON.parse(data)
  } catch {
    throw new ProviderFault('other')
  }
  const piece = Piece.safeParse(parsed)
  if (!piece.success) throw new ProviderFault('other')
  return { usage: piece.data.usage, ...piece.data.choices[0]?.delta }
}
