import { isProblem, NetworkError } from '../../../../platform/web/api/failures.ts'
import { portalFetch } from '../../../../platform/web/api/portal-fetch.ts'
import type { Mouth } from './reading.ts'

const MP3 = 'audio/mpeg'
/** Until its last byte: it sounds meanwhile. */
const TIMEOUT_MS = 90_000

/** The provider's voice, heard from its first bytes on where the browser can. */
export const readByProvider =
  (failureText: (fault: unknown) => string): Mouth =>
  (turn, { onEnd, onFault }) => {
    const stopped = new AbortController()
    const { signal } = stopped
    const audio = new Audio()
    const play = async () => {
      const request = { method: 'POST', body: JSON.stringify({ turn: turn.id }), signal }
      const response = await portalFetch(
        '/api/v1/voice/speech',
        { ...request, headers: { 'content-type': 'application/json' } },
        { idempotent: true, timeoutMs: TIMEOUT_MS },
      )
      const { source, filled } = await open(response)
      audio.src = URL.createObjectURL(source)
      await Promise.all([audio.play(), filled, ended(audio)])
    }
    const release = () => {
      audio.pause()
      if (audio.src) URL.revokeObjectURL(audio.src)
    }
    play()
      .then(onEnd, (fault: unknown) => {
        if (signal.aborted) return
        if (isProblem(fault) || fault instanceof NetworkError) onFault({ said: failureText(fault) })
        else onFault((fault as Error).name === 'NotAllowedError' ? 'blocked' : 'sound')
      })
      .finally(release)
    return () => {
      stopped.abort()
      release()
    }
  }

/** Some browsers take MP3 as it comes; others want the whole of it. */
async function open(response: Response): Promise<{ source: MediaSource | Blob; filled: Promise<void> }> {
  if (!('MediaSource' in window && MediaSource.isTypeSupported(MP3)))
    return { source: await response.blob(), filled: Promise.resolve() }
  const source = new MediaSource()
  return { source, filled: fill(source, response) }
}

async function fill(source: MediaSource, { body }: Response): Promise<void> {
  await happens(source, 'sourceopen')
  const buffer = source.addSourceBuffer(MP3)
  const reader = body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    buffer.appendBuffer(next.value)
    await happens(buffer, 'updateend')
  }
  if (source.readyState === 'open') source.endOfStream()
}

const happens = (target: EventTarget, event: string) =>
  new Promise<void>((done) => target.addEventListener(event, () => done(), { once: true }))

const ended = (audio: HTMLAudioElement) =>
  new Promise<void>((done, failed) => {
    audio.onended = () => done()
    audio.onerror = () => failed(new Error('no sound'))
  })
