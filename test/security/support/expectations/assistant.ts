import type { Request } from '../principals.ts'
import { OWN } from '../world.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  equal,
  get,
  invalid,
  notJson,
  post,
  RANDOM_ID,
  unlessAdmin,
} from './ask.ts'

const asks = { permission: 'assistant.write', module: 'chat' }
const shownIn = 'test/server/assistant.test.ts'
const to = (method: string, path: string, body?: unknown): Request => ({
  method,
  path: `/api/v1${path}`,
  body,
})

const bad = (ask: (body: unknown) => Request, ...bodies: unknown[]): Call[] =>
  bodies.map((body) => ({
    name: JSON.stringify(body).slice(0, 60),
    request: () => ask(body),
    refusal: invalid,
  }))
const settle = (id: number | string, body: unknown = { settled: 'cancelled', result: null }) =>
  to('PUT', `/assistant/turns/${id}/settlement`, body)
const choose = (body: unknown) => to('PUT', '/assistant/setting', body)
const texts = { en: 'x', 'fr-CA': '', de: '', es: '' }
/** The same question, to be answered in pieces. */
const streamed = (body: unknown): Request => ({
  ...to('POST', '/assistant/turns', body),
  headers: { accept: 'text/event-stream' },
})
/** What the last piece says: the whole turn. */
const wholeTurn = (text: string): { answer: string; citations: unknown[] } => {
  const [, turn] = /event: done\ndata: (.*)\n\n$/.exec(text) ?? []
  if (turn === undefined) throw new Error(`no whole turn at the end of ${text.slice(-200)}`)
  return JSON.parse(turn)
}
const keep = (topic: string, body: unknown) => to('PUT', `/assistant/facts/${topic}`, body)

export const assistantExpectations: Record<string, Expectation> = {
  'GET /assistant': {
    access: asks,
    calls: [
      {
        name: 'plain',
        request: () => get('/assistant'),
        check: ({ mode, providerSetUp, key }) => {
          equal('state', { mode, providerSetUp, key }, { mode: 'built_in', providerSetUp: false, key: null })
          return true
        },
      },
    ],
  },
  'GET /assistant/turns': {
    access: asks,
    calls: [
      {
        name: 'own',
        request: () => get('/assistant/turns?limit=5'),
        check: ({ items }) => Array.isArray(items),
      },
      ...badQueries('/assistant/turns', 'limit=0', 'limit=x'),
      ...badCursors('/assistant/turns', 1),
    ],
  },
  'POST /assistant/turns': {
    access: asks,
    calls: [
      {
        name: 'a question',
        request: () => post('/assistant/turns', { question: 'What are your lead times?' }),
        check: ({ answer }) => answer.includes('8-12'),
      },
      {
        name: 'a question, as a stream',
        request: () => streamed({ question: 'What are your lead times?' }),
        check: (text) => wholeTurn(text).answer.includes('8-12'),
      },
      {
        // What is foreign is looked for in every piece.
        name: 'the orders, as a stream',
        request: () => streamed({ question: 'How many orders are there?' }),
        check: (text, { own }, { sees, permissions, modulesOff }) => {
          const { answer } = wholeTurn(text)
          const theirs =
            sees !== 'all' && sees.length === 1 && sees[0] === own && permissions.includes('orders.read')
          if (theirs && !modulesOff) equal('own orders', answer.includes(OWN), true)
          return true
        },
      },
      ...bad(
        (body) => post('/assistant/turns', body),
        {},
        { question: '' },
        { question: '  ' },
        { question: 'x'.repeat(2001) },
        { question: 'x', tenantId: 1 },
      ),
      ...bad(
        streamed,
        {},
        { question: '  ' },
        { question: 'x'.repeat(2001) },
        { question: 'x', tenantId: 1 },
      ),
      notJson('/assistant/turns'),
      {
        ...notJson('/assistant/turns'),
        name: 'not JSON, for a stream',
        request: () => streamed('{"a":'),
      },
    ],
  },
  'PUT /assistant/turns/{id}/settlement': {
    access: asks,
    shownIn,
    calls: [
      { name: 'random', request: () => settle(RANDOM_ID), refusal: [404, 'not_found'] },
      ...bad(
        (body) => settle(RANDOM_ID, body),
        {},
        { settled: 'other', result: null },
        { settled: 'confirmed', result: 'https://elsewhere.example' },
        { settled: 'confirmed', result: '//elsewhere.example' },
      ),
      { name: 'id x', request: () => settle('x'), refusal: invalid },
    ],
    alike: [
      {
        name: 'what another was offered',
        foreign: ({ foreignTurn }) => settle(foreignTurn),
        random: () => settle(RANDOM_ID),
      },
    ],
  },
  'DELETE /assistant/turns': {
    access: asks,
    calls: [
      { name: 'own', request: () => to('DELETE', '/assistant/turns'), check: ({ deleted }) => deleted >= 0 },
    ],
  },
  'PUT /assistant/setting': {
    access: { permission: 'assistant.manage', module: 'chat' },
    shownIn,
    calls: [
      {
        name: 'a version that is not',
        request: () => choose({ mode: 'off', consent: false, version: 99 }),
        refusal: unlessAdmin([412, 'stale_version']),
      },
      {
        name: 'no provider',
        request: () => choose({ mode: 'provider', consent: true, version: 0 }),
        refusal: unlessAdmin([409, 'no_provider']),
      },
      ...bad(
        choose,
        {},
        { mode: 'x', consent: true, version: 0 },
        { mode: 'off', consent: 1, version: 0 },
      ).map((call) => ({ ...call, refusal: unlessAdmin(invalid) })),
    ],
  },
  'GET /assistant/facts': {
    access: { permission: 'company.manage' },
    calls: [
      {
        name: 'all',
        request: () => get('/assistant/facts'),
        check: ({ items }) => {
          equal('topics', items.length, 2)
          return true
        },
      },
    ],
  },
  'PUT /assistant/facts/{topic}': {
    access: { permission: 'company.manage' },
    shownIn,
    calls: [
      {
        name: 'a version that is not',
        request: () => keep('company', { texts, owner: null, statedOn: null, version: 99 }),
        refusal: [412, 'stale_version'],
      },
      {
        name: 'an unknown topic',
        request: () => keep('x', { texts, owner: null, statedOn: null, version: 1 }),
        refusal: invalid,
      },
      ...bad(
        (body) => keep('company', body),
        {},
        { texts: { ...texts, en: '' }, owner: null, statedOn: null, version: 1 },
        { texts, owner: null, statedOn: '2025-02-30', version: 1 },
      ),
    ],
  },
  'POST /assistant/key-test': {
    access: { permission: 'company.manage' },
    calls: [
      {
        name: 'no provider',
        request: () => post('/assistant/key-test'),
        check: ({ status }) => {
          equal('status', status, 'unknown')
          return true
        },
      },
    ],
  },
}
