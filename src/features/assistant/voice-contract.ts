import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { LANGUAGES } from '../../platform/contract/languages.ts'

/** Who hears: the browser (in many of them its maker), or the provider that the operator set up. */
const HEARERS = ['browser', 'provider'] as const
export type Hearer = (typeof HEARERS)[number]

export const VoiceState = z.object({
  /** Whether the company lets its people use their browser's speech. */
  browserSpeech: z.boolean(),
  /** For those who can change it; the version is that of all that the company chose of the assistant. */
  setting: z.object({ browserSpeech: z.boolean(), version: z.number().int() }).nullable(),
  /** What the provider does of it, where the company agreed to be answered by it; null: nothing. */
  provider: z.object({ name: z.string(), hears: z.boolean(), speaks: z.boolean() }).nullable(),
  /** Of whom the asker was told that they hear. */
  told: z.object({ browser: z.boolean(), provider: z.boolean() }),
})
export type VoiceState = z.infer<typeof VoiceState>

const speaks = { permission: 'assistant.write', module: 'voice-assistant' } as const

export const voiceContract = {
  get: endpoint
    .route({ method: 'GET', path: '/voice', summary: 'How the asker can speak to the assistant and hear it' })
    .meta(speaks)
    .output(VoiceState),
  choose: endpoint
    .route({
      method: 'PUT',
      path: '/voice/setting',
      summary:
        'Says whether the company’s people may use their browser’s speech. 412 when somebody else chose first',
    })
    .meta({ permission: 'assistant.manage', module: 'voice-assistant', audit: 'voice.chosen' })
    .input(z.object({ browserSpeech: z.boolean(), version: z.int().min(0).max(2_147_483_646) }).strict())
    .output(z.object({ version: z.number().int() })),
  told: endpoint
    .route({
      method: 'PUT',
      path: '/voice/told',
      summary: 'Notes that the asker was told who hears them, before they speak',
    })
    .meta({ ...speaks, audit: 'voice.told' })
    .input(z.object({ hearer: z.enum(HEARERS) }).strict())
    .output(z.object({ hearer: z.enum(HEARERS) })),
}

export const transcribeInput = z.object({ language: z.enum(LANGUAGES) }).strict()
export const speakInput = z.object({ turn: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }).strict()

const unrecorded = 'It keeps nothing; the question that comes of it is on record.'

/** Answered outside the typed router: bytes in, and a stream out. */
export const voiceSoundContract = {
  transcribe: endpoint
    .route({
      method: 'POST',
      path: '/voice/transcriptions',
      summary:
        'Has the provider turn a recording into words: its bytes as the body (application/octet-stream), WebM or MP4',
    })
    .meta({ ...speaks, unrecorded })
    .input(transcribeInput)
    .output(z.object({ text: z.string() })),
  speak: endpoint
    .route({
      method: 'POST',
      path: '/voice/speech',
      summary: 'Has the provider read one of the asker’s own answers aloud: MP3, as it comes',
    })
    .meta({ ...speaks, unrecorded })
    .input(speakInput)
    .output(z.file()),
}
