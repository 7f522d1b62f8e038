import type { Request } from '../principals.ts'
import { badCursors, badQueries, type Expectation, invalid, RANDOM_ID } from './ask.ts'

const access = { permission: 'feedback.manage' }
const shownIn = 'test/server/demo-requests.test.ts'
const PATH = '/admin/demo-requests'
const answer = (id: number | string, body: object = {}): Request => ({
  method: 'PUT',
  path: `/api/v1${PATH}/${id}`,
  body: { answered: true, note: '', version: 1, ...body },
})

export const demoRequestsExpectations: Record<string, Expectation> = {
  'GET /admin/demo-requests': {
    access,
    shownIn,
    calls: [...badQueries(PATH, 'limit=0', 'state=x', `search=${'x'.repeat(201)}`), ...badCursors(PATH, 1)],
  },
  'PUT /admin/demo-requests/{id}': {
    access,
    shownIn,
    calls: [
      { name: 'random', request: () => answer(RANDOM_ID), refusal: [404, 'not_found'] },
      { name: 'id 0', request: () => answer(0), refusal: invalid },
      { name: 'a long note', request: () => answer(RANDOM_ID, { note: 'x'.repeat(4001) }), refusal: invalid },
    ],
  },
}
