import type { KeyScope } from '../../../../src/platform/contract/endpoint.ts'
import { sealCursor } from '../../../../src/platform/server/endpoint/cursor.ts'
import type { Json } from '../../../support/client.ts'
import type { Principal, Refusal, Request } from '../principals.ts'
import { FOREIGN, type World } from '../world.ts'

export type Access =
  | { signedIn: true; module?: string }
  /** Anybody who holds a session cookie, whatever screen they are on. */
  | { cookie: true }
  | { permission: string; module?: string; orKey?: true }
  | { key: KeyScope }

/** One way of calling an endpoint. */
export type Call = {
  name: string
  request: (world: World, made?: Json) => Request
  /** Asked by the same asker beforehand; the request is given what it answered. */
  before?: () => Request
  /** Instead of 200, once access is granted. */
  refusal?: Refusal | ((world: World, asker: Principal) => Refusal | undefined)
  /** Answered before anybody is asked who they are: a body that cannot be read at all. */
  unreadable?: true
  /** What else may be answered, by how far a job beside the request is. */
  alsoFine?: Refusal[]
  /** What a 200 must say to this asker: throws when it does not. Answers whether there was data in it. */
  check?: (body: Json, world: World, asker: Principal) => Promise<boolean> | boolean
}

export type Expectation = {
  access: Access
  /** Where its 200 is shown, when it needs more than one request. */
  shownIn?: string
  calls: Call[]
  /** The same question about a thing of the other tenant and about nothing: both must give the same. */
  alike?: { name: string; foreign: (world: World) => Request; random: (world: World) => Request }[]
}

export const NOTHING = FOREIGN.replace('zz', 'yy')

export const RANDOM_ID = 900_001

export const invalid: Refusal = [422, 'validation']

export const get = (path: string): Request => ({ method: 'GET', path: `/api/v1${path}` })

export const put = (path: string, body: unknown): Request => ({ method: 'PUT', path: `/api/v1${path}`, body })
export const post = (path: string, body?: unknown): Request => ({
  method: 'POST',
  path: `/api/v1${path}`,
  body,
})

export const query = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([k, v]): [string, string] => [k, String(v)])).toString()

/** A file as its own body. */
export const file = (path: string): Request => ({
  method: 'POST',
  path: `/api/v1${path}`,
  body: 'a,b\n',
  headers: { 'content-type': 'application/octet-stream' },
})

/** What is no file. */
export const asJson = (path: string): Call => ({
  name: 'JSON',
  request: () => post(path, {}),
  // Whoever is nobody learns nothing of what would be taken.
  refusal: (_, { refused, bearer }) =>
    bearer || refused?.[1] === 'no_session' ? [401, 'no_session'] : [415, 'unsupported_type'],
  unreadable: true,
})

/** What nothing takes as an attachment; `path` without the name of the file. */
export const wrongFiles = (path: string): Call[] => [
  {
    name: 'a name that leads out',
    request: () => file(`${path}${path.includes('?') ? '&' : '?'}${query({ name: '../x.csv' })}`),
    refusal: [422, 'bad_file_name'],
  },
  asJson(path),
]

export function equal(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${what} is ${a}, expected ${b}`)
}

/** How many rows of a table, and of its unassigned twin, an asker must be told of. */
export async function countFor({ superuser }: World, { sees }: Principal, table: string, where = 'true') {
  if (sees !== 'all')
    return superuser.value<number>(`select count(*) from ${table} where ${where} and tenant_id = any ($1)`, [
      sees,
    ])
  return superuser.value<number>(
    `select (select count(*) from ${table} where ${where}) + (select count(*) from unassigned_${table} where ${where})`,
  )
}

export const badQueries = (path: string, ...queries: string[]): Call[] =>
  queries.map((text) => ({ name: `?${text}`, request: () => get(`${path}?${text}`), refusal: invalid }))

export const badCursors = (path: string, length: number): Call[] =>
  ['x', sealCursor(Array(length + 1).fill('a')), sealCursor([]), Buffer.from('{}').toString('base64url')].map(
    (cursor) => ({
      name: `cursor ${cursor}`,
      request: () => get(`${path}?${query({ cursor })}`),
      refusal: [422, 'bad_cursor'],
    }),
  )

export const notJson = (path: string): Call => ({
  name: 'not JSON',
  request: () => post(path, '{"a":'),
  refusal: [400, 'not_json'],
  unreadable: true,
})

export const hasNoAccess = ({ permissions }: Principal) => permissions !== 'all' && permissions.length === 0

/** Administrators hold every right but those of the companies themselves. */
export const unlessAdmin =
  (refusal: Refusal) =>
  (_: World, { permissions }: Principal): Refusal =>
    permissions === 'all' ? [403, 'permission_denied'] : refusal
