import type { Language } from '../../../../platform/contract/languages.ts'
import { isProblem } from '../../../../platform/web/api/failures.ts'
import { portalFetch } from '../../../../platform/web/api/portal-fetch.ts'
import { readRest } from '../../../../platform/web/api/read-rest.ts'
import { RECORDING } from '../../domain/recording.ts'
import type { Ear, Listener, SpeechFault } from './listening.ts'

/** Small enough, and more than a voice needs. */
const BITS_PER_SECOND = 32_000
const TYPES = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4']
const PIECE_MS = 100
const TIMEOUT_MS = 90_000

const typeOf = () => TYPES.find((type) => MediaRecorder.isTypeSupported(type))
export const browserRecords = () =>
  'MediaRecorder' in window && navigator.mediaDevices !== undefined && typeOf() !== undefined

/** Records, for a minute at most, and has the provider turn it into words. */
export const listenByProvider =
  (failureText: (fault: unknown) => string): Ear =>
  (listener) => {
    const discarded = new AbortController()
    let recorder: MediaRecorder | undefined
    let ended = false
    const record = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const release = () => {
        for (const track of stream.getTracks()) track.stop()
      }
      // Let go of before the microphone was open: there is nothing to hear.
      if (discarded.signal.aborted || ended) {
        release()
        if (!discarded.signal.aborted) listener.onFault('nothing')
        return
      }
      const pieces: Blob[] = []
      recorder = new MediaRecorder(stream, {
        mimeType: typeOf() as string,
        audioBitsPerSecond: BITS_PER_SECOND,
      })
      const late = window.setTimeout(() => recorder?.stop(), RECORDING.seconds * 1000)
      recorder.ondataavailable = ({ data }) => {
        // From the first sound on it is certain that something is heard.
        if (pieces.length === 0 && data.size > 0 && recorder?.state === 'recording') listener.onOpen()
        if (data.size > 0) pieces.push(data)
      }
      recorder.onstop = () => {
        window.clearTimeout(late)
        release()
        if (!discarded.signal.aborted) void send(new Blob(pieces), listener, discarded.signal, failureText)
      }
      recorder.start(PIECE_MS)
    }
    record().catch((fault: unknown) => {
      if (!discarded.signal.aborted) listener.onFault(faultOf(fault))
    })
    const stop = () => {
      if (recorder?.state === 'recording') recorder.stop()
    }
    return {
      end: () => {
        ended = true
        stop()
      },
      discard: () => {
        discarded.abort()
        stop()
      },
    }
  }

const faultOf = (fault: unknown): SpeechFault =>
  ['NotAllowedError', 'SecurityError'].includes((fault as DOMException).name) ? 'denied' : 'noMicrophone'

async function send(
  recording: Blob,
  { language, onWriting, onHeard, onFault }: Listener,
  signal: AbortSignal,
  failureText: (fault: unknown) => string,
) {
  if (recording.size === 0) return onFault('nothing')
  if (!navigator.onLine) return onFault('offline')
  onWriting()
  try {
    const words = await transcribe(recording, language, signal)
    if (words === '') onFault('nothing')
    else onHeard(words)
  } catch (fault) {
    if (signal.aborted) return
    // It was over before there was a sound in it.
    const silent = isProblem(fault) && fault.code === 'no_recording'
    onFault(silent ? 'nothing' : { said: failureText(fault) })
  }
}

async function transcribe(recording: Blob, language: Language, signal: AbortSignal): Promise<string> {
  const response = await portalFetch(
    `/api/v1/voice/transcriptions?language=${language}`,
    { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: recording, signal },
    { idempotent: true, timeoutMs: TIMEOUT_MS },
  )
  const { text } = (await readRest(response.json())) as { text: string }
  return text
}
