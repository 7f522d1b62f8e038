import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProvider } from '../../src/features/assistant/server/provider/provider.ts'
import { type Actor, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import { type AiProvider, SILENCE, startAiProvider } from '../support/ai-provider.ts'
import { createClient, type Json } from '../support/client.ts'
import { sendFile } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { useWindows } from '../support/rate-windows.ts'
import { aRecording } from '../support/recording.ts'

const KEY = 'sk-voice-1234567890'
const VOICE = '/api/v1/voice'
const DAY = 24 * 60 * 60
const AI = { AI_API_KEY: KEY, AI_MODEL: 'small', AI_PROVIDER_NAME: 'Acme AI' }
const MODELS = { AI_TRANSCRIPTION_MODEL: 'ear', AI_SPEECH_MODEL: 'mouth', AI_SPEECH_VOICE: 'calm' }
let provider: AiProvider
let portal: TestPortal
let tenant: number
let owner: Actor
let buyer: Actor
let stranger: Actor
beforeAll(async () => {
  provider = await startAiProvider(KEY)
  portal = await startTestPortal({ ...AI, ...MODELS, AI_BASE_URL: provider.url })
  tenant = await aTenant(portal)
  owner = await aMember(portal, tenant, 'tenant_admin')
  buyer = await aMember(portal, tenant)
  stranger = await aMember(portal, await aTenant(portal))
})
afterAll(async () => {
  await portal?.close()
  await provider?.close()
})
beforeEach(() => {
  provider.state.keyTaken = true
  provider.state.hear = () => ({ text: ' Where is my order 10479? ' })
  provider.state.speak = () => SILENCE
  provider.heard.length = 0
  provider.read.length = 0
})

const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]
const tell = (who: Actor, hearer: string) => who.send('PUT', `${VOICE}/told`, { hearer })
const allow = (browserSpeech: boolean, version: number, who: Actor = owner) =>
  who.send('PUT', `${VOICE}/setting`, { browserSpeech, version })
const transcribe = (who: Actor = buyer, bytes: Buffer | string = aRecording(2), query = 'language=fr-CA') =>
  sendFile(portal.url, who, `${VOICE}/transcriptions?${query}`, bytes)
const speak = (who: Actor, turn: number) => who.post(`${VOICE}/speech`, { turn })
const turnOf = async (who: Actor): Promise<number> =>
  (await who.post('/api/v1/assistant/turns', { question: 'What are your lead times?' })).body.id

describe('before a company chose', () => {
  it('nobody hears: not the browser’s maker, and not the provider', async () => {
    const nobody = createClient(portal.url)
    for (const answer of [
      await nobody.get(VOICE),
      await nobody.send('PUT', `${VOICE}/told`, { hearer: 'browser' }),
      await nobody.send('PUT', `${VOICE}/setting`, { browserSpeech: true, version: 0 }),
      await nobody.post(`${VOICE}/speech`, { turn: 1 }),
      await transcribe(Object.assign(nobody, { userId: '', email: '' })),
    ])
      expect(said(answer)).toEqual([401, 'no_session'])
    const nothing = {
      ...{ browserSpeech: false, setting: null, provider: null },
      told: { browser: false, provider: false },
    }
    expect((await buyer.get(VOICE)).body).toEqual(nothing)
    for (const hearer of ['browser', 'provider'])
      expect(said(await tell(buyer, hearer))).toEqual([409, 'no_speech'])
    expect(said(await tell(buyer, 'neighbour'))).toEqual([422, 'validation'])
    expect(said(await transcribe())).toEqual([409, 'no_speech'])
    expect(said(await speak(buyer, await turnOf(buyer)))).toEqual([409, 'no_speech'])
    expect([provider.heard, provider.read]).toEqual([[], []])
  })

  it('its Tenant Admin alone allows the browser’s speech, and each person is told once', async () => {
    const service = await aStaffMember(portal, 'customer_service', [tenant])
    for (const who of [buyer, service])
      expect(said(await allow(true, 0, who))).toEqual([403, 'permission_denied'])
    expect(said(await allow(true, 7))).toEqual([412, 'stale_version'])
    expect((await allow(true, 0)).body).toEqual({ version: 1 })
    expect((await owner.get(VOICE)).body.setting).toEqual({ browserSpeech: true, version: 1 })
    expect((await stranger.get(VOICE)).body.browserSpeech).toBe(false)
    expect((await tell(buyer, 'browser')).status).toBe(200)
    expect((await buyer.get(VOICE)).body).toMatchObject({
      browserSpeech: true,
      told: { browser: true, provider: false },
    })
    const own = (await buyer.get('/api/v1/own-data')).body.voiceTold
    expect(own).toEqual([{ hearer: 'browser', name: '', told_at: expect.any(String) }])
    // Who answers is another choice, of the same version.
    const answers = { mode: 'provider', consent: true, version: 1 }
    expect((await owner.send('PUT', '/api/v1/assistant/setting', answers)).body).toEqual({ version: 2 })
    expect((await allow(true, 2)).status).toBe(200)
    expect((await owner.get('/api/v1/assistant')).body.setting).toMatchObject({
      mode: 'provider',
      version: 3,
    })
  })

  it('of several companies none chose for the others, and a hidden module has no voice', async () => {
    const everywhere = await aStaffMember(portal, 'customer_service')
    expect((await everywhere.get(VOICE)).body).toMatchObject({ browserSpeech: false, provider: null })
    const elsewhere = await aTenant(portal)
    const head = await aMember(portal, elsewhere, 'tenant_admin')
    await portal.owner((tx) =>
      tx
        .insertInto('tenant_module_visibility')
        .values({ tenant_id: elsewhere, module_id: 'voice-assistant', is_visible: false })
        .execute(),
    )
    for (const answer of [await head.get(VOICE), await allow(true, 0, head), await transcribe(head)])
      expect(said(answer)).toEqual([403, 'module_hidden'])
  })
})

describe('a recording', () => {
  it('reaches the provider once its speaker was told, as it was sent, and comes back as words', async () => {
    expect((await buyer.get(VOICE)).body.provider).toEqual({ name: 'Acme AI', hears: true, speaks: true })
    expect(said(await transcribe())).toEqual([409, 'not_told'])
    expect(provider.heard).toEqual([])
    expect((await tell(buyer, 'provider')).status).toBe(200)
    const recording = aRecording(59)
    const { status, body } = await transcribe(buyer, recording)
    expect([status, body]).toEqual([200, { text: 'Where is my order 10479?' }])
    const sent = { model: 'ear', language: 'fr', type: 'audio/webm', bytes: recording.length }
    expect(provider.heard).toEqual([sent])
    // Nothing of it is kept, or told to a log.
    expect(portal.lines.join('\n')).not.toMatch(/10479|sk-voice/)
  })

  it.each<[string, Buffer | string, string, [number, string]]>([
    ['no bytes', '', 'language=en', [422, 'no_recording']],
    ['a document', '%PDF-1.7\n', 'language=en', [422, 'no_recording']],
    ['over a minute', aRecording(66), 'language=en', [413, 'recording_too_long']],
    ['more than 2 MB', aRecording(2, 2 * 1024 * 1024), 'language=en', [413, 'too_large']],
    ['an unknown language', aRecording(2), 'language=xx', [422, 'validation']],
  ])('is refused before it leaves: %s', async (_, bytes, query, refusal) => {
    expect(said(await transcribe(buyer, bytes, query))).toEqual(refusal)
    expect(provider.heard).toEqual([])
  })

  it.each<[string, ReturnType<AiProvider['state']['hear']>, string, string]>([
    ['401', { status: 401 }, 'speech_not_set_up', 'La fonction vocale n’est pas bien configurée'],
    ['429', { status: 429 }, 'speech_busy', 'Le fournisseur est débordé'],
    ['500', { status: 500 }, 'speech_unavailable', 'La fonction vocale est temporairement indisponible'],
    ['a redirect', { status: 302 }, 'speech_failed', 'La fonction vocale n’a pas fonctionné'],
    ['a line that is cut', 'cut', 'speech_unavailable', 'La fonction vocale est temporairement indisponible'],
    ['rubbish', 'rubbish', 'speech_failed', 'La fonction vocale n’a pas fonctionné'],
  ])(
    'says in the speaker’s language what went wrong, and so does an answer that is read: %s',
    async (_, fault, code, title) => {
      provider.state.hear = () => fault
      const answer = await sendFile(portal.url, buyer, `${VOICE}/transcriptions?language=en`, aRecording(2), {
        'x-portal-language': 'fr-CA',
      })
      expect([...said(answer), answer.body.title]).toEqual([502, code, title])
      provider.state.speak = () => fault as { status: number }
      const turn = (await buyer.get('/api/v1/assistant/turns')).body.items[0].id
      expect(said(await speak(buyer, turn))).toEqual([502, code])
    },
  )

  it('is not waited for without end', async () => {
    provider.state.hear = () => 'hang'
    const place = { baseUrl: provider.url, apiKey: KEY, model: 'x', name: 'x', transcriptionModel: 'ear' }
    const { speech } = openProvider(place, portal.log, { first: 50, whole: 50 })
    const given = { bytes: new Uint8Array(aRecording(1)), type: 'audio/webm' as const }
    await expect(speech.transcribe?.(given, 'en', new AbortController().signal)).rejects.toMatchObject({
      kind: 'network',
    })
    expect(speech.speak).toBeUndefined()
  })
})

describe('an answer', () => {
  it('is read aloud to whom it was given, in whole sentences, and to nobody else', async () => {
    const turn = (await buyer.get('/api/v1/assistant/turns')).body.items[0]
    const { status, headers, body } = await speak(buyer, turn.id)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'audio/mpeg',
      'no-store',
    ])
    expect(body.length).toBeGreaterThan(1000)
    expect(provider.read).toEqual([
      { model: 'mouth', voice: 'calm', input: turn.answer, response_format: 'mp3' },
    ])
    await tell(owner, 'provider')
    expect(said(await speak(owner, turn.id))).toEqual([404, 'not_found'])
    expect(said(await speak(buyer, 900_001))).toEqual([404, 'not_found'])
    expect(said(await buyer.post(`${VOICE}/speech`, { turn: 'x' }))).toEqual([422, 'validation'])
    expect(said(await buyer.post(`${VOICE}/speech`, '{"a":'))).toEqual([400, 'not_json'])
    expect(provider.read).toHaveLength(1)
  })

  it('breaks off where the provider does, and is bounded', async () => {
    const turn = (await buyer.get('/api/v1/assistant/turns')).body.items[0].id
    const large = new Uint8Array(1024 * 1024)
    provider.state.speak = () => [...SILENCE, ...Array<Uint8Array>(11).fill(large)]
    await expect(speak(buyer, turn)).rejects.toThrow()
  })
})

it('is counted: a person’s in a minute and a day, over recordings and answers, and a company’s in a day', async () => {
  const talker = await aMember(portal, tenant)
  await tell(talker, 'provider')
  const turn = await turnOf(talker)
  await useWindows(portal, `voice ${talker.userId}`, 60, 30)
  for (const answer of [await transcribe(talker), await speak(talker, turn)])
    expect(said(answer)).toEqual([429, 'rate_limited'])
  const longer = await aMember(portal, tenant)
  await tell(longer, 'provider')
  await useWindows(portal, `voice day ${longer.userId}`, DAY, 600)
  expect(said(await transcribe(longer))).toEqual([429, 'rate_limited'])
  expect([provider.heard, provider.read]).toEqual([[], []])
  await useWindows(portal, `voice tenant ${tenant}`, DAY, 5999)
  expect((await transcribe(buyer)).status).toBe(200)
  await useWindows(portal, `voice tenant ${tenant}`, DAY, 6000)
  expect(said(await transcribe(buyer))).toEqual([429, 'rate_limited'])
})
