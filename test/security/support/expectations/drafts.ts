import { FOREIGN } from '../world.ts'
import {
  type Call,
  type Expectation,
  equal,
  file,
  get,
  hasNoAccess,
  invalid,
  put,
  query,
  RANDOM_ID,
  wrongFiles,
} from './ask.ts'

const at = (form: string) => `/drafts/${encodeURIComponent(form)}`
const remove = (path: string, body: unknown = {}) => ({ method: 'DELETE', path: `/api/v1${path}`, body })
const unlessNone: Call['refusal'] = (_, asker) =>
  hasNoAccess(asker) ? [403, 'permission_denied'] : undefined

let forms = 0
const aForm = () => `form ${forms++}`
const kept = (body: unknown, form = aForm()) => put(at(form), body)

export const draftsExpectations: Record<string, Expectation> = {
  'GET /drafts/{form}': {
    access: { signedIn: true },
    shownIn: 'test/server/form-drafts.test.ts',
    calls: [
      {
        name: 'of a form that the other tenant’s person has a draft of',
        request: () => get(at(FOREIGN)),
        check: ({ draft }) => {
          equal('a draft of others', draft, null)
          return false
        },
      },
      { name: 'a long name', request: () => get(at('x'.repeat(201))), refusal: invalid },
    ],
    alike: [
      {
        name: 'the draft of another tenant',
        foreign: () => get(at(FOREIGN)),
        random: () => get(at('no form')),
      },
    ],
  },
  'PUT /drafts/{form}': {
    access: { signedIn: true },
    calls: [
      {
        name: 'a draft',
        request: () => kept({ contents: { note: 'x', lines: [{ a: 1 }] }, version: 0 }),
        refusal: unlessNone,
        check: ({ version }) => version === 1,
      },
      ...[{}, { contents: {} }, { contents: [], version: 0 }, { contents: {}, version: -1 }].map(
        (body): Call => ({ name: JSON.stringify(body), request: () => kept(body), refusal: invalid }),
      ),
      {
        name: 'for somebody else',
        request: () => kept({ contents: {}, version: 0, userId: 'x' }),
        refusal: invalid,
      },
    ],
  },
  'DELETE /drafts/{form}': {
    access: { signedIn: true },
    calls: [
      {
        name: 'of the other tenant’s person',
        request: () => remove(at(FOREIGN)),
        check: ({ removed }) => {
          equal('removed', removed, false)
          return true
        },
      },
      { name: 'version x', request: () => remove(at('form'), { version: 'x' }), refusal: invalid },
    ],
  },
  'POST /draft-files': {
    access: { signedIn: true },
    shownIn: 'test/server/form-drafts.test.ts',
    calls: [
      {
        name: 'what is no file of its kind',
        request: () => file(`/draft-files?${query({ form: aForm(), name: 'a.pdf' })}`),
        refusal: (_, asker) => (hasNoAccess(asker) ? [403, 'permission_denied'] : [415, 'unsupported_type']),
      },
      {
        name: 'without a form',
        request: () => file('/draft-files?name=a.csv'),
        refusal: invalid,
      },
      ...wrongFiles('/draft-files?form=x'),
    ],
  },
  'DELETE /draft-files/{id}': {
    access: { signedIn: true },
    shownIn: 'test/server/form-drafts.test.ts',
    calls: [
      { name: 'random', request: () => remove(`/draft-files/${RANDOM_ID}`), refusal: [404, 'not_found'] },
      { name: 'id x', request: () => remove('/draft-files/x'), refusal: invalid },
    ],
    alike: [
      {
        name: 'the file of another tenant',
        foreign: (world) => remove(`/draft-files/${world.foreignDraftFile}`),
        random: () => remove(`/draft-files/${RANDOM_ID}`),
      },
    ],
  },
}
