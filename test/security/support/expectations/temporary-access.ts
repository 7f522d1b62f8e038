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

const access = { permission: 'temporary_access.manage' }
const shownIn = 'test/server/temporary-access.test.ts'
const PATH = '/admin/temporary-access'
const anIssue = { email: 'a@b.example', tenantId: RANDOM_ID, role: 'viewer' }

export const temporaryAccessExpectations: Record<string, Expectation> = {
  'GET /admin/temporary-access': {
    access,
    shownIn,
    calls: [...badQueries(PATH, 'limit=0', 'limit=x'), ...badCursors(PATH, 1)],
  },
  'GET /admin/temporary-access/choices': {
    access,
    calls: [
      {
        name: 'plain',
        request: () => get(`${PATH}/choices`),
        check: ({ tenants, roles }) => tenants.length > 0 && !roles.includes('tenant_admin'),
      },
    ],
  },
  'POST /admin/temporary-access': {
    access,
    shownIn,
    calls: [
      {
        name: 'a tenant that is not there',
        request: () => post(PATH, anIssue),
        refusal: [422, 'unknown_tenant'],
      },
      {
        name: 'a tenant that does not allow it',
        request: ({ bare }) => post(PATH, { ...anIssue, tenantId: bare }),
        refusal: [409, 'temporary_not_allowed'],
      },
      ...[{}, { ...anIssue, email: 'x' }, { ...anIssue, hours: 0 }, { ...anIssue, uses: 101 }].map(
        (body): Call => ({
          name: JSON.stringify(body),
          request: () => post(PATH, JSON.stringify(body)),
          refusal: invalid,
        }),
      ),
      notJson(PATH),
    ],
  },
  'POST /admin/temporary-access/{id}/revoke': {
    access,
    shownIn,
    calls: [
      {
        name: 'random',
        request: () => post(`${PATH}/${RANDOM_ID}/revoke`, {}),
        refusal: [404, 'not_found'],
      },
      ...['0', 'x'].map(
        (id): Call => ({
          name: `id ${id}`,
          request: () => post(`${PATH}/${id}/revoke`, {}),
          refusal: invalid,
        }),
      ),
    ],
  },
  'PUT /admin/temporary-access/tenants/{tenantId}': {
    access,
    shownIn,
    calls: [
      {
        name: 'random',
        request: () => put(`${PATH}/tenants/${RANDOM_ID}`, { allowed: true }),
        refusal: [404, 'not_found'],
      },
      { name: 'nothing', request: () => put(`${PATH}/tenants/${RANDOM_ID}`, {}), refusal: invalid },
    ],
  },
}
