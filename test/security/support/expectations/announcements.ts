import type { Request } from '../principals.ts'
import {
  badCursors,
  badQueries,
  type Call,
  type Expectation,
  get,
  invalid,
  notJson,
  post,
  put,
  RANDOM_ID,
} from './ask.ts'

const access = { permission: 'announcements.manage' }
const shownIn = 'test/server/announcements.test.ts'
const PATH = '/admin/announcements'
const wish = {
  kind: 'information',
  texts: [{ language: 'en', title: 'Title', text: 'Text' }],
  tenantIds: [RANDOM_ID],
  startsAt: '2026-01-01T00:00:00Z',
  endsAt: null,
}
const ids = (path: (id: string) => Request): Call[] =>
  ['0', 'x'].map((id) => ({ name: `id ${id}`, request: () => path(id), refusal: invalid }))

export const announcementsExpectations: Record<string, Expectation> = {
  'GET /announcements': {
    access: { signedIn: true },
    shownIn,
    calls: [{ name: 'plain', request: () => get('/announcements') }],
  },
  'POST /announcements/{id}/dismiss': {
    access: { signedIn: true },
    shownIn,
    calls: [
      {
        name: 'random',
        request: () => post(`/announcements/${RANDOM_ID}/dismiss`, {}),
        refusal: [404, 'not_found'],
      },
      ...ids((id) => post(`/announcements/${id}/dismiss`, {})),
    ],
  },
  'GET /admin/announcements': {
    access,
    shownIn,
    calls: [...badQueries(PATH, 'limit=0', 'state=x', `search=${'x'.repeat(201)}`), ...badCursors(PATH, 2)],
  },
  'GET /admin/announcements/{id}': {
    access,
    shownIn,
    calls: [
      { name: 'random', request: () => get(`${PATH}/${RANDOM_ID}`), refusal: [404, 'not_found'] },
      ...ids((id) => get(`${PATH}/${id}`)),
    ],
  },
  'POST /admin/announcements': {
    access,
    shownIn,
    calls: [
      {
        name: 'for a tenant that is not there',
        request: () => post(PATH, wish),
        refusal: [422, 'unknown_tenant'],
      },
      ...[{}, { ...wish, texts: [] }, { ...wish, tenantIds: [] }, { ...wish, createdBy: 'x' }].map(
        (body): Call => ({
          name: JSON.stringify(body),
          request: () => post(PATH, JSON.stringify(body)),
          refusal: invalid,
        }),
      ),
      notJson(PATH),
    ],
  },
  'PUT /admin/announcements/{id}': {
    access,
    shownIn,
    calls: [
      {
        name: 'random',
        request: () => put(`${PATH}/${RANDOM_ID}`, { ...wish, version: 1 }),
        refusal: [404, 'not_found'],
      },
      { name: 'no version', request: () => put(`${PATH}/${RANDOM_ID}`, wish), refusal: invalid },
    ],
  },
  'POST /admin/announcements/{id}/withdraw': {
    access,
    shownIn,
    calls: [
      {
        name: 'random',
        request: () => post(`${PATH}/${RANDOM_ID}/withdraw`, {}),
        refusal: [404, 'not_found'],
      },
      ...ids((id) => post(`${PATH}/${id}/withdraw`, {})),
    ],
  },
}
