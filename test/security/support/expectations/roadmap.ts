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
} from './ask.ts'

const shownIn = 'test/server/roadmap.test.ts'
const COMMENTS = '/roadmap/next/comments'
const put = (phase: string, body: object): Request => ({
  method: 'PUT',
  path: `/api/v1/admin/roadmap/${phase}`,
  body,
})
const wish = { status: 'planned', progress: 0, version: 2_000_000_000 }

export const roadmapExpectations: Record<string, Expectation> = {
  'GET /roadmap': {
    access: { signedIn: true },
    shownIn,
    calls: [{ name: 'plain', request: () => get('/roadmap') }],
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
