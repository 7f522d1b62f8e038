import type { Principal, Refusal, Request } from '../principals.ts'
import type { World } from '../world.ts'
import {
  asJson,
  type Call,
  type Expectation,
  equal,
  file,
  get,
  invalid,
  notJson,
  post,
  put,
  unlessAdmin,
} from './ask.ts'

const speaks = { permission: 'assistant.write', module: 'voice-assistant' }
const shownIn = 'test/server/voice.test.ts'
const bad = (ask: (body: unknown) => Request, ...bodies: unknown[]): Call[] =>
  bodies.map((body) => ({
    name: JSON.stringify(body),
    request: () => ask(body),
    refusal: invalid,
  }))
const choose = (body: unknown) => put('/voice/setting', body)
/** Nobody was allowed to hear. */
const noSpeech: Refusal = [409, 'no_speech']
const unheard = (_: World, { readOnly }: Principal): Refusal =>
  readOnly ? [403, 'read_only_session'] : noSpeech

export const voiceExpectations: Record<string, Expectation> = {
  'GET /voice': {
    access: speaks,
    calls: [
      {
        name: 'plain',
        request: () => get('/voice'),
        check: ({ browserSpeech, provider }) => {
          equal('state', { browserSpeech, provider }, { browserSpeech: false, provider: null })
          return true
        },
      },
    ],
  },
  'PUT /voice/setting': {
    access: { permission: 'assistant.manage', module: 'voice-assistant' },
    shownIn,
    calls: [
      {
        name: 'a version that is not',
        request: () => choose({ browserSpeech: true, version: 99 }),
        refusal: unlessAdmin([412, 'stale_version']),
      },
      ...bad(choose, {}, { browserSpeech: 1, version: 0 }).map((call) => ({
        ...call,
        refusal: unlessAdmin(invalid),
      })),
    ],
  },
  'PUT /voice/told': {
    access: speaks,
    shownIn,
    calls: [
      { name: 'the browser', request: () => put('/voice/told', { hearer: 'browser' }), refusal: noSpeech },
      ...bad((body) => put('/voice/told', body), {}, { hearer: 'x' }, { hearer: 'browser', name: 'x' }),
    ],
  },
  'POST /voice/transcriptions': {
    access: speaks,
    shownIn,
    calls: [
      { name: 'a file', request: () => file('/voice/transcriptions?language=en'), refusal: unheard },
      asJson('/voice/transcriptions?language=en'),
    ],
  },
  'POST /voice/speech': {
    access: speaks,
    shownIn,
    calls: [
      { name: 'a turn', request: () => post('/voice/speech', { turn: 1 }), refusal: unheard },
      ...bad((body) => post('/voice/speech', body), {}, { turn: 0 }, { turn: 'x' }),
      notJson('/voice/speech'),
    ],
  },
}
