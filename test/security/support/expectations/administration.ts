import type { Json } from '../../../support/client.ts'
import type { Request } from '../principals.ts'
import {
  badQueries,
  type Call,
  type Expectation,
  equal,
  get,
  invalid,
  notJson,
  post,
  RANDOM_ID,
} from './ask.ts'

const put = (path: string, body: unknown): Request => ({ method: 'PUT', path: `/api/v1${path}`, body })

const bodies = (request: (body: Json) => Request, ...wrong: Json[]): Call[] =>
  wrong.map((body) => ({
    name: JSON.stringify(body).slice(0, 60),
    request: () => request(body),
    refusal: invalid,
  }))

const rules = '/admin/display-rules'
const aRule = {
  field: 'name',
  kind: 'contains',
  wanted: 'x',
  digits: null,
  ignoreCase: true,
  displayName: 'y',
}
const noRules = { productRules: [], aliases: [] }
const wrongRules = [
  {},
  { ...noRules, productRules: [{ ...aRule, kind: 'regex' }] },
  { ...noRules, aliases: [{ variant: '', displayName: 'a' }] },
  { ...noRules, other: 1 },
]

const displayRules: Record<string, Expectation> = {
  'GET /admin/display-rules': {
    access: { permission: 'rules.manage' },
    calls: [
      { name: 'plain', request: () => get(rules), check: ({ productRules }) => productRules.length > 0 },
    ],
  },
  'POST /admin/display-rules/preview': {
    access: { permission: 'rules.manage' },
    calls: [
      {
        name: 'other rules',
        request: () => post(`${rules}/preview`, { ...noRules, productRules: [aRule] }),
        check: ({ renamed, renamedTotal }) => {
          equal('renamed', renamed.length, renamedTotal)
          return Array.isArray(renamed)
        },
      },
      {
        name: 'no change',
        request: () => post(`${rules}/preview`, { undo: RANDOM_ID }),
        refusal: [404, 'not_found'],
      },
      ...bodies((body) => post(`${rules}/preview`, body), ...wrongRules, { undo: 0 }),
      notJson(`${rules}/preview`),
    ],
  },
  'PUT /admin/display-rules': {
    access: { permission: 'rules.manage' },
    calls: [
      {
        name: 'the same rules',
        before: () => get(rules),
        request: (_, made) =>
          put(rules, {
            version: made?.version ?? 0,
            productRules: made?.productRules ?? [],
            aliases: made?.aliases ?? [],
          }),
        refusal: [422, 'nothing_to_change'],
      },
      {
        name: 'an old version',
        request: () => put(rules, { ...noRules, version: RANDOM_ID }),
        refusal: [412, 'stale_version'],
      },
      ...bodies((body) => put(rules, { version: 0, ...body }), ...wrongRules),
      ...bodies((body) => put(rules, body), noRules, { ...noRules, version: -1 }),
    ],
    shownIn: 'test/server/display-rules.test.ts',
  },
  'POST /admin/display-rules/undo': {
    access: { permission: 'rules.manage' },
    calls: [
      {
        name: 'no change',
        before: () => get(rules),
        request: (_, made) => post(`${rules}/undo`, { version: made?.version ?? 0, change: RANDOM_ID }),
        refusal: [404, 'not_found'],
      },
      ...bodies(
        (body) => post(`${rules}/undo`, body),
        {},
        { version: 0, change: 0 },
        { version: 0, change: 'x' },
      ),
      notJson(`${rules}/undo`),
    ],
    shownIn: 'test/server/display-rules.test.ts',
  },
  'GET /admin/display-rules/names': {
    access: { permission: 'rules.manage' },
    calls: [
      {
        name: 'products',
        request: () => get(`${rules}/names?kind=product`),
        check: ({ items }) => items.length > 0,
      },
      ...badQueries(`${rules}/names`, '', 'kind=user', `kind=product&search=${'x'.repeat(201)}`),
    ],
  },
}

/** What administrators alone do, while they look at all clients. */
export const administrationExpectations: Record<string, Expectation> = { ...displayRules }
