import type { Request } from '../principals.ts'
import {
  badCursors,
  badQueries,
  type Expectation,
  equal,
  get,
  hasNoAccess,
  invalid,
  notJson,
  post,
  RANDOM_ID,
} from './ask.ts'

const shownIn = 'test/server/roadmap.test.ts'
const COMMENTS = '/roadmap/next/comments'
const put = (phase: string, body: object): Request => ({
  method: 'PUT',
  path: `/api/v1/admin/roadmap/${phase}`,
  body,
})
const claim = {
  kind: 'operator',
  texts: { en: 'x', 'fr-CA': '', de: '', es: '' },
  proof: null,
  statedOn: '2026-01-01',
}
const aClaim = (id: number, body: object): Request => ({
  method: 'PUT',
  path: `/api/v1/admin/claims/${id}`,
  body: { ...claim, version: 1, ...body },
})
const wish = { status: 'planned', progress: 0, version: 2_000_000_000 }

export const roadmapExpectations: Record<string, Expectation> = {
  'GET /roadmap': {
    access: { signedIn: true },
    shownIn,
    calls: [{ name: 'plain', request: () => get('/roadmap') }],
  },
  'GET /roadmap/voice': {
    access: { signedIn: true },
    calls: [
      {
        name: 'plain',
        request: () => get('/roadmap/voice'),
        check: ({ items }) => {
          equal('phases', items.length, 5)
          return true
        },
      },
    ],
  },
  'GET /roadmap/{phase}/comments': {
    access: { signedIn: true },
    shownIn,
    calls: [
      { name: 'no such phase', request: () => get('/roadmap/none/comments'), refusal: invalid },
      ...badQueries(COMMENTS, 'limit=0'),
      ...badCursors(COMMENTS, 1),
    ],
  },
  'POST /roadmap/{phase}/comments': {
    access: { signedIn: true },
    shownIn,
    calls: [
      {
        name: 'something',
        request: () => post(COMMENTS, { text: 'x' }),
        refusal: (_, asker) => (hasNoAccess(asker) ? [403, 'permission_denied'] : undefined),
        check: ({ id }) => {
          equal('id', typeof id, 'number')
          return true
        },
      },
      { name: 'blanks', request: () => post(COMMENTS, { text: ' ' }), refusal: invalid },
      notJson(COMMENTS),
    ],
  },
  'POST /admin/claims': {
    access: { permission: 'company.manage' },
    shownIn,
    calls: [
      {
        name: 'by the operator',
        request: () => post('/admin/claims', claim),
        check: ({ id }) => {
          equal('id', typeof id, 'number')
          return true
        },
      },
      {
        name: 'enforced by nothing',
        request: () => post('/admin/claims', { ...claim, kind: 'enforced' }),
        refusal: invalid,
      },
      notJson('/admin/claims'),
    ],
  },
  'PUT /admin/claims/{id}': {
    access: { permission: 'company.manage' },
    shownIn,
    calls: [
      { name: 'random', request: () => aClaim(RANDOM_ID, {}), refusal: [404, 'not_found'] },
      {
        name: 'by no test',
        request: () => aClaim(RANDOM_ID, { proof: 'test/none.test.ts' }),
        refusal: invalid,
      },
    ],
  },
  'DELETE /admin/claims/{id}': {
    access: { permission: 'company.manage' },
    shownIn,
    calls: [
      {
        name: 'random',
        request: () => ({ method: 'DELETE', path: `/api/v1/admin/claims/${RANDOM_ID}` }),
        refusal: [404, 'not_found'],
      },
    ],
  },
  'PUT /admin/roadmap/{phase}': {
    access: { permission: 'company.manage' },
    shownIn,
    calls: [
      { name: 'stale', request: () => put('next', wish), refusal: [412, 'stale_version'] },
      { name: 'no such phase', request: () => put('none', wish), refusal: invalid },
      { name: 'beyond all', request: () => put('next', { ...wish, progress: 101 }), refusal: invalid },
    ],
  },
}
