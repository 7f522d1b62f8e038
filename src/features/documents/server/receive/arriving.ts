import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { discardRest } from '../../../../platform/server/http/bounded-body.ts'
import { LARGEST_FILE } from '../../domain/vocabulary.ts'

/** So long a sender may say nothing. */
const SILENCE_MS = 15_000
/** So long a file may take in all: 50 MB at 90 kB a second. */
const AT_MOST_MS = 10 * 60_000

export const tooLarge = () =>
  refuse(413, 'too_large', { values: { limit: `${LARGEST_FILE / 1024 / 1024} MB` } })

/** Said as what it is. */
export const full = (fault: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((fault as NodeJS.ErrnoException).code ?? '')
    ? Object.assign(refuse(507, 'disk_full'), { cause: fault })
    : fault

/** The body piece by piece. One that stops coming is not waited for; what comes behind a refusal is read by nobody. */
export async function* arriving(
  body: ReadableStream<Uint8Array>,
  ended?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const end = Date.now() + AT_MOST_MS
  let over = false
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), Math.min(SILENCE_MS, end - Date.now()), ended)
      over = done
      if (done) return
      yield value
    }
  } finally {
    if (!over) void discardRest(reader)
  }
}

async function within<T>(read: Promise<T>, ms: number, ended?: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let end = () => {}
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(refuse(408, 'timeout')), ms)
    end = () => failed(ended?.reason)
    if (ended?.aborted) end()
    ended?.addEventListener('abort', end)
  })
  try {
    return await Promise.race([read, late])
  } finally {
    clearTimeout(timer)
    ended?.removeEventListener('abort', end)
  }
}
