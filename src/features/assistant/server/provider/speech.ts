import * as z from 'zod'
import type { Language } from '../../../../platform/contract/languages.ts'
import type { AiConfig } from '../../../../platform/server/config.ts'
import type { ProviderClient } from './provider-client.ts'
import { ProviderFault } from './read-completion.ts'

export type Recording = { bytes: Uint8Array<ArrayBuffer>; type: 'audio/webm' | 'audio/mp4' }

/** Absent: the operator named no model for it. Both throw `ProviderFault`. */
export type Speech = {
  transcribe?: (recording: Recording, language: Language, signal: AbortSignal) => Promise<string>
  /** MP3, as it comes; a fault behind its first bytes breaks the stream off. */
  speak?: (text: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
}

const MOST = { words: 64 * 1024, sound: 10 * 1024 * 1024 }
const Transcription = z.object({ text: z.string() })

/** Speech as the providers of chat completions have it: multipart there, MP3 back. */
export const openSpeech = ({ transcriptionModel, speech }: AiConfig, client: ProviderClient): Speech => ({
  ...(transcriptionModel && {
    transcribe: ({ bytes, type }, language, signal) => {
      const body = new FormData()
      body.set('model', transcriptionModel)
      body.set('language', language.slice(0, 2))
      body.set('response_format', 'json')
      body.set('file', new Blob([bytes], { type }), type === 'audio/webm' ? 'speech.webm' : 'speech.mp4')
      return client.post('audio/transcriptions', { body, signal }, readWords)
    },
  }),
  ...(speech && {
    speak: (input, signal) =>
      client.post(
        'audio/speech',
        { body: JSON.stringify({ ...speech, input, response_format: 'mp3' }), signal },
        openSound,
      ),
  }),
})

async function readWords(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > MOST.words) throw new ProviderFault('other')
  }
  const parsed = Transcription.safeParse(asJson(text))
  if (!parsed.success) throw new ProviderFault('other')
  return parsed.data.text.replace(/\0|\p{Surrogate}/gu, '').trim()
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Nothing is handed on before its first bytes are those of an MP3. */
async function openSound(body: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = body.getReader()
  let head = new Uint8Array()
  while (head.length < 3) {
    const { done, value } = await reader.read()
    if (done) break
    head = Uint8Array.from([...head, ...value])
  }
  if (!isMp3(head)) {
    await reader.cancel()
    throw new ProviderFault('other')
  }
  let bytes = 0
  const bounded = (piece: Uint8Array) => {
    bytes += piece.length
    if (bytes > MOST.sound) throw new ProviderFault('other')
    return piece
  }
  return new ReadableStream({
    start: (controller) => controller.enqueue(bounded(head)),
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(bounded(value))
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** A tag, or the eleven set bits that every frame begins with. */
const isMp3 = ([first = 0, second = 0, third = 0]: Uint8Array): boolean =>
  (first === 0x49 && second === 0x44 && third === 0x33) || (first === 0xff && (second & 0xe0) === 0xe0)
