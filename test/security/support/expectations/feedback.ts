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

const access = { permission: 'feedback.manage' }
const shownIn = 'test/server/feedback.test.ts'
const PATH = '/admin/feedback'
const review = (id: number | string): Request => post(`${PATH}/${id}/review`, { reviewed: true })

export const feedbackExpectations: Record<string, Expectation> = {
  'POST /feedback': {
    access: { signedIn: true },
    shownIn,
    calls: [
      {
        name: 'nothing said',
        request: () => post('/feedback', {}),
        refusal: (_, asker) => (hasNoAccess(asker) ? [403, 'permission_denied'] : undefined),
        check: ({ id }) => {
          equal('id', typeof id, 'number')
          return true
        },
      },
      { name: 'six stars', request: () => post('/feedback', { support: 6 }), refusal: invalid },
      notJson('/feedback'),
    ],
  },
  'GET /admin/feedback': {
    access,
    shownIn,
    calls: [
      ...badQueries(PATH, 'limit=0', 'state=x', 'stars=6', 'contact=no', `search=${'x'.repeat(201)}`),
      ...badCursors(PATH, 2),
    ],
  },
  'GET /admin/feedback-summary': {
    access,
    shownIn,
    calls: [{ name: 'plain', request: () => get('/admin/feedback-summary') }],
  },
  'POST /admin/feedback/{id}/review': {
    access,
    shownIn,
    calls: [
      { name: 'random', request: () => review(RANDOM_ID), refusal: [404, 'not_found'] },
      { name: 'id 0', request: () => review(0), refusal: invalid },
      { name: 'nothing', request: () => post(`${PATH}/${RANDOM_ID}/review`, {}), refusal: invalid },
    ],
  },
}
