import { NOTICE_CHANNELS, NOTICE_SUBJECTS } from '../../../../src/platform/contract/notices.ts'
import type { Request } from '../principals.ts'
import { badCursors, badQueries, type Expectation, get, invalid, post, RANDOM_ID } from './ask.ts'

const access = { signedIn: true } as const
const shownIn = 'test/server/notices.test.ts'
const ALL = Object.fromEntries(NOTICE_CHANNELS.map((way) => [way, true]))
const subjects = Object.fromEntries(NOTICE_SUBJECTS.map((subject) => [subject, ALL]))
const choose = (body: object): Request => ({ method: 'PUT', path: '/api/v1/notices/choices', body })

export const noticesExpectations: Record<string, Expectation> = {
  'GET /notices/summary': {
    access,
    shownIn,
    calls: [{ name: 'plain', request: () => get('/notices/summary') }],
  },
  'GET /notices': {
    access,
    shownIn,
    calls: [...badQueries('/notices', 'limit=0', 'unread=x'), ...badCursors('/notices', 1)],
  },
  'POST /notices/read': {
    access,
    shownIn,
    calls: [
      {
        name: 'random',
        request: () => post('/notices/read', { id: RANDOM_ID }),
        refusal: [404, 'not_found'],
      },
      { name: 'all so far', request: () => post('/notices/read', { upTo: 1 }) },
      { name: 'nothing named', request: () => post('/notices/read', {}), refusal: invalid },
    ],
  },
  'GET /notices/choices': {
    access,
    shownIn,
    calls: [{ name: 'plain', request: () => get('/notices/choices') }],
  },
  'PUT /notices/choices': {
    access,
    shownIn,
    calls: [
      {
        name: 'of another version',
        request: () => choose({ subjects, rhythm: 'daily', quiet: null, version: 77 }),
        refusal: [412, 'stale_version'],
      },
      { name: 'nothing chosen', request: () => choose({}), refusal: invalid },
    ],
  },
}
