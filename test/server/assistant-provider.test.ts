import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProvider } from '../../src/features/assistant/server/provider/provider.ts'
import { type Actor, aKey, aMember, anAdministrator, aTenant } from '../support/actors.ts'
import { type AiProvider, type Round, startAiProvider } from '../support/ai-provider.ts'
import { createClient, type Json } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const KEY = 'sk-test-1234567890'
const TURNS = '/api/v1/assistant/turns'
const FOREIGN = 'ZZFOREIGN'
let provider: AiProvider
let portal: TestPortal
let tenant: number
let owner: Actor
let buyer: Actor
beforeAll(async () => {
  provider = await startAiProvider(KEY)
  portal = await startTestPortal({
    AI_BASE_URL: provider.url,
    AI_API_KEY: KEY,
    AI_MODEL: 'small',
    AI_PROVIDER_NAME: 'Acme AI',
    AI_KEY_PREFIX: 'sk-',
  })
  tenant = await aTenant(portal, { name: 'Own', clientCodes: ['A-1'] })
  await aTenant(portal, { name: FOREIGN, clientCodes: ['B-1'] })
  await send('orders', [
    order('10479', 'A-1', { 'Ord Stat': 'CTS', 'Promised Date': '2025-12-04', 'Montant Total': '1234.50' }),
    order('66601', 'B-1', { 'PO No': `PO-${FOREIGN}`, 'Ord Stat': FOREIGN, 'Montant Total': '987654.32' }),
  ])
  owner = await aMember(portal, tenant, 'tenant_admin')
  buyer = await aMember(portal, tenant)
})
afterAll(async () => {
  await portal?.close()
  await provider?.close()
})
beforeEach(() => {
  provider.state.keyTaken = true
  provider.asked.length = 0
})

async function send(kind: string, rows: object[]) {
  const headers = { authorization: `Bearer ${await aKey(portal)}` }
  const { status, body } = await createClient(portal.url).post(`/api/v1/ingest/${kind}`, rows, { headers })
  expect([status, body.rejected]).toEqual([200, 0])
}
const order = (number: string, client: string, more: object) => ({
  ...{ 'Ord No': number, 'Client Code': client, 'Montant Total': '1.00' },
  ...more,
})
const ask = (question: string, who: Actor = buyer, options = {}) => who.post(TURNS, { question }, options)
const answerTo = async (question: string, who?: Actor): Promise<Json> => {
  const { status, body } = await ask(question, who)
  expect([question, status]).toEqual([question, 200])
  return body
}
/** Looks the order up, then says this. */
const afterOrder =
  (say: string): ((body: Json) => Round) =>
  ({ messages }) =>
    messages.at(-1).role === 'tool' ? { say } : { call: [{ name: 'order', args: { number: '10479' } }] }
const choose = (body: object) => owner.send('PUT', '/api/v1/assistant/setting', body)

describe('before anybody agreed', () => {
  it('asks nobody outside, and takes no provider without consent', async () => {
    expect((await answerTo('What are your lead times?')).answeredBy).toBe('built_in')
    expect(provider.asked).toEqual([])
    const refused = await choose({ mode: 'provider', consent: false, version: 0 })
    expect([refused.status, refused.body.code]).toEqual([422, 'consent_needed'])
    expect((await choose({ mode: 'provider', consent: true, version: 0 })).status).toBe(200)
    const { body } = await owner.get('/api/v1/assistant')
    expect(body).toMatchObject({ mode: 'provider', key: null, setting: { consentedBy: 'Test Person' } })
    expect(body.setting.consentedAt).toMatch(/^20/)
  })
})

describe('answers of a provider', () => {
  it('come from what it looked up with the asker’s rights, with links to it', async () => {
    provider.state.answer = afterOrder(
      'Order 10479 is in CTS and promised for Dec 4, 2025. It comes to $1,234.50.',
    )
    const answer = await answerTo('Where is my order 10479?')
    expect(answer).toMatchObject({
      answer: 'Order 10479 is in CTS and promised for Dec 4, 2025. It comes to $1,234.50.',
      ...{ answeredBy: 'provider', outcome: 'answered', citations: [{ href: '/orders/10479' }] },
    })
    const [first, second] = provider.asked
    expect(first).toMatchObject({ model: 'small', max_tokens: 500, temperature: 0.7, stream: true })
    expect(first.messages[0].content).toContain('8-12 weeks')
    expect(second.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringContaining('<data source="/orders/10479'),
    })
    expect(JSON.stringify(provider.asked)).not.toContain(FOREIGN)
    // What was said before goes along.
    await answerTo('And now?')
    expect(
      provider.asked
        .at(-1)
        .messages.map(({ role }: Json) => role)
        .slice(0, 3),
    ).toEqual(['system', 'user', 'assistant'])
  })

  it('hold no figure, date or number of a thing that nothing gave them', async () => {
    for (const invented of [
      'It costs $999.99.',
      'It is promised for Dec 5, 2025.',
      'It ships in nine days.',
      'See invoice INV-5555.',
      'Your margin is 12.5 %.',
    ]) {
      provider.state.answer = afterOrder(`The status is CTS. ${invented}`)
      const { answer } = await answerTo('Where is my order 10479?')
      expect(answer).toBe('The status is CTS.\nI left out statements that your records don’t support.')
    }
    // Said before it was looked up, it is not said at all.
    provider.state.answer = ({ messages }) =>
      messages.at(-1).role === 'tool'
        ? { say: 'It is in CTS.' }
        : { say: 'It costs $1,234.50. ', call: [{ name: 'order', args: { number: '10479' } }] }
    expect((await answerTo('Where is my order 10479?')).answer).toContain('It is in CTS.')
    expect((await answerTo('Where is my order 10479?')).answer).not.toContain('1,234.50')
  })

  it('say nothing of records without a source, and what the manufacturer states in its own words', async () => {
    const said = async (say: string) => {
      provider.state.answer = () => ({ say })
      return answerTo('Tell me something')
    }
    const left = 'I left out part of the answer because I have no source for it.'
    const none = 'This answer doesn’t use any of your records.'
    for (const claim of [
      'Your order is on its way.',
      'It has been delivered.',
      'All your invoices are paid.',
      'I can confirm that the lot was released.',
      'Votre facture est payée.',
      'Ihre Bestellung ist unterwegs.',
      'Su pedido está terminado.',
    ]) {
      const { answer, citations } = await said(`Hello! ${claim} Which order do you mean?`)
      expect([answer, citations]).toEqual([`Hello! Which order do you mean?\n${left}\n${none}`, []])
    }
    // Where nothing is left, the built-in assistant answers.
    expect((await said('Your order is on its way.')).answeredBy).toBe('built_in')
    const { answer } = await said('Hello! Our products are full of allergens. They have no allergens at all.')
    expect(answer).toMatch(
      /^Hello! Our products are free of allergens, except for dairy cultures\. \(Stated on .* 20\d\d\.\)\nThis answer/,
    )
    // A source is one of what is claimed.
    provider.state.answer = afterOrder('The order is in CTS. Its invoice is paid.')
    expect((await answerTo('Where is my order 10479?')).answer).toBe(`The order is in CTS.\n${left}`)
    // Nor is a state or a time that was not read.
    for (const invented of [
      'The order was delivered.',
      'The order ships on Monday.',
      'The order ships soon.',
    ]) {
      provider.state.answer = afterOrder(`The order is in CTS. ${invented}`)
      expect((await answerTo('Where is my order 10479?')).answer).toBe(
        'The order is in CTS.\nI left out statements that your records don’t support.',
      )
    }
    // Ordinary sentences need no source.
    const ordinary = 'You asked about certificates. You can ask me which lots are on hold.'
    expect((await said(ordinary)).answer).toBe(`${ordinary}\n${none}`)
    // What was found nowhere links to nothing.
    provider.state.answer = ({ messages }) =>
      messages.at(-1).role === 'tool'
        ? { say: 'I looked. Order 4711 is on its way.' }
        : { call: [{ name: 'order', args: { number: '4711' } }] }
    expect((await answerTo('Where is my order 4711?')).answer).toBe(`I looked.\n${left}\n${none}`)
  })

  it('offer and change nothing', async () => {
    provider.state.answer = ({ messages }) =>
      messages.at(-1).role === 'tool'
        ? { say: 'I can report that.' }
        : { call: [{ name: 'offer_issue', args: { order: '10479', description: 'Two bottles broken' } }] }
    const { proposal } = await answerTo('Tell them that two bottles are broken')
    expect(proposal).toMatchObject({ kind: 'issue', orderNo: '10479', description: 'Two bottles broken' })
    expect((await buyer.get('/api/v1/issues')).body.total).toBe(0)
  })

  it('come in pieces', async () => {
    const accept = { headers: { accept: 'text/event-stream' } }
    provider.state.answer = afterOrder('Order 10479 is in CTS. That is all.')
    const { body } = await ask('Where is my order 10479?', buyer, accept)
    const events = String(body).split('\n\n').filter(Boolean)
    expect(events.map((event) => /^event: (\w+)/.exec(event)?.[1])).toEqual(['delta', 'delta', 'done'])
    expect(JSON.parse(events[2]?.split('data: ')[1] ?? '')).toMatchObject({ outcome: 'answered' })
    const nobody = await createClient(portal.url).post(TURNS, { question: 'x' }, accept)
    expect([nobody.status, nobody.body.code]).toEqual([401, 'no_session'])
    expect((await ask(' ', buyer, accept)).status).toBe(422)
  })

  it('are kept as far as they came when somebody stops', async () => {
    const asker = await aMember(portal, tenant)
    provider.state.answer = () => ({ say: 'Which order do you mean? And then', hangs: true })
    const stop = new AbortController()
    const response = await fetch(`${portal.url}${TURNS}`, {
      method: 'POST',
      headers: {
        cookie: [...asker.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...{ origin: portal.url, 'content-type': 'application/json', accept: 'text/event-stream' },
      },
      body: JSON.stringify({ question: 'Where is it?' }),
      signal: stop.signal,
    })
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('Which order do you mean?')
    stop.abort()
    const kept = async () => (await asker.get(TURNS)).body.items[0]
    await expect
      .poll(kept, { timeout: 30_000 })
      .toMatchObject({ outcome: 'stopped', answer: expect.stringMatching(/^Which order do you mean\?/) })
  })

  it.each<[string, Round, string, string]>([
    ['401', { status: 401 }, 'set up correctly', 'bien configuré'],
    [
      '429',
      { status: 429 },
      'Rate limit exceeded. Please wait a moment before sending another message.',
      'Trop de messages',
    ],
    ['500', { status: 500 }, 'temporarily unavailable', 'temporairement indisponible'],
    ['a redirect', { status: 302 }, 'technical difficulties', 'difficultés techniques'],
    [
      'a line that is cut',
      'cut',
      'Network connection issue. Please check your internet connection and try again.',
      'connexion réseau',
    ],
    ['rubbish', 'rubbish', 'technical difficulties', 'difficultés techniques'],
    ['nothing', { say: '' }, "I couldn't generate a response. Please try again.", 'pas pu produire'],
  ])('say so in the asker’s language: %s', async (_, round, english, french) => {
    provider.state.answer = () => round
    const failed = await answerTo('Who are the neighbours?')
    expect([failed.outcome, failed.citations]).toEqual(['failed', []])
    expect(failed.answer).toContain(english)
    expect((await answerTo('Qui sont nos voisins ?')).answer).toContain(french)
    // What the portal itself can say, it says.
    if (round !== 'rubbish' && !(typeof round === 'object' && 'say' in round))
      expect((await answerTo('Where is order 10479?')).answer).toContain('CTS')
  })

  it('are not waited for without end', async () => {
    provider.state.answer = () => 'hang'
    const place = { baseUrl: provider.url, apiKey: KEY, model: 'small', name: 'x' }
    const { signal } = new AbortController()
    const round = { messages: [], tools: [], signal, onText: () => {}, onTokens: () => {} }
    const hasty = openProvider(place, portal.log, { first: 50, whole: 50 })
    await expect(hasty.complete(round)).rejects.toMatchObject({ kind: 'network' })
  })

  it('need a key that works: administrators read whether it does', async () => {
    const administrator = await anAdministrator(portal)
    const test = async () => (await administrator.post('/api/v1/assistant/key-test')).body.status
    const status = async () => (await administrator.get('/api/v1/assistant')).body.key
    expect(await test()).toBe('valid')
    expect(await status()).toEqual({ provider: 'Acme AI', status: 'valid' })
    provider.state.keyTaken = false
    expect(await test()).toBe('invalid')
    expect((await status()).status).toBe('invalid')
    const place = { baseUrl: provider.url, apiKey: KEY, model: 'small', name: 'x', keyPrefix: 'pk-' }
    provider.state.keyTaken = true
    expect(await openProvider(place, portal.log).test()).toBe('invalid')
    expect(portal.lines.join('\n')).not.toContain(KEY)
  })
})
