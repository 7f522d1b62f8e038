import type { Hono, MiddlewareHandler } from 'hono'
import type { Actor } from '../../../../platform/server/database/context.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import { type RequestContext, runInTenant } from '../../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../../platform/server/endpoint/parse-input.ts'
import { boundedBody } from '../../../../platform/server/http/bounded-body.ts'
import { readJsonText } from '../../../../platform/server/http/read-json.ts'
import type { RequestVariables } from '../../../../platform/server/http/record-request.ts'
import type { Http } from '../../../../platform/server/http/request-context.ts'
import { sentencesOf } from '../../domain/plain-answer.ts'
import { RECORDING, readRecording } from '../../domain/recording.ts'
import { speakInput, transcribeInput, voiceSoundContract } from '../../voice-contract.ts'
import { type AssistantService, refuseOverBudget } from '../ask.ts'
import { ProviderFault } from '../provider/read-completion.ts'
import { turnOf } from '../turns.ts'
import { hearingProvider } from './voice-state.ts'

type App = Hono<{ Variables: RequestVariables }>
type Speaking = RequestContext & { assistant: AssistantService }

/** Recordings and answers of a person in a minute and a day, of a company in a day. */
const BUDGET = { minute: 30, day: 600, tenantDay: 6000 }
/** Who records stops at a minute; the last piece may be a little over. */
const LONGEST_SECONDS = RECORDING.seconds + 5
/** Nobody listens to more, and providers take no more. */
const MOST_READ = 4000

/** Recordings become words. Nothing of them is kept or logged: they are in memory until the provider answered. */
export const mountTranscription = (
  app: App,
  contextOf: (c: Http) => Speaking,
  guards: [MiddlewareHandler, MiddlewareHandler],
) =>
  app.post(
    '/api/v1/voice/transcriptions',
    ...guards,
    boundedBody({ ...RECORDING, withinMs: 30_000 }),
    async (c) => {
      const context = contextOf(c)
      const { meta } = voiceSoundContract.transcribe['~orpc']
      const { language, actor, provider } = await runInTenant(
        context,
        { meta, write: false },
        async ({ tx, actor }) => ({
          provider: await hearingProvider(tx, actor, context.assistant.provider),
          language: parseInput(transcribeInput, c.req.query()).language,
          actor,
        }),
      )
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      const recording = readRecording(bytes)
      if (!recording) throw refuse(422, 'no_recording')
      if (recording.seconds > LONGEST_SECONDS)
        throw refuse(413, 'recording_too_long', { values: { seconds: RECORDING.seconds } })
      const { transcribe } = provider.speech
      if (!transcribe) throw refuse(409, 'no_speech')
      await refuseUnspoken(context, actor)
      const given = { bytes, type: recording.type }
      const text = await telling(() => transcribe(given, language, c.req.raw.signal))
      return c.json({ text })
    },
  )

/** One of the asker's own answers, read aloud while it is made. */
export const mountSpeech = (app: App, contextOf: (c: Http) => Speaking) =>
  app.post('/api/v1/voice/speech', async (c) => {
    const context = contextOf(c)
    const body = await readJsonText(c)
    const { meta } = voiceSoundContract.speak['~orpc']
    const { answer, actor, provider } = await runInTenant(
      context,
      { meta, write: false },
      async ({ tx, actor }) => {
        const { turn } = parseInput(speakInput, body)
        const provider = await hearingProvider(tx, actor, context.assistant.provider)
        return { provider, answer: (await turnOf(tx, actor, turn)).answer, actor }
      },
    )
    const { speak } = provider.speech
    if (!speak) throw refuse(409, 'no_speech')
    await refuseUnspoken(context, actor)
    const sound = await telling(() => speak(readable(answer), c.req.raw.signal))
    return c.body(sound, 200, { 'content-type': 'audio/mpeg', 'x-accel-buffering': 'no' })
  })

const refuseUnspoken = ({ assistant }: Speaking, actor: Actor) =>
  refuseOverBudget(assistant, actor, 'voice', BUDGET)

/** Whole sentences. */
function readable(answer: string): string {
  if (answer.length <= MOST_READ) return answer
  const { done } = sentencesOf(answer.slice(0, MOST_READ))
  return done.join('') || answer.slice(0, MOST_READ)
}

const TOLD = {
  key: 'speech_not_set_up',
  rate: 'speech_busy',
  unavailable: 'speech_unavailable',
  network: 'speech_unavailable',
  other: 'speech_failed',
} as const

/** What went wrong with the provider, in the asker's words. */
async function telling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (fault instanceof ProviderFault) throw refuse(502, TOLD[fault.kind])
    throw fault
  }
}
