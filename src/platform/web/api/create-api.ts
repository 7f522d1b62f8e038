import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { currentLocale } from '../i18n/language.ts'
import { type FetchOptions, portalFetch } from './portal-fetch.ts'
import { queryString, type SearchValues } from './query-string.ts'
import { readRest } from './read-rest.ts'
import { recall, remember } from './remembered-answers.ts'
import { tenantAssertion } from './rendered-tenant.ts'
import type { Signing } from './step-up.ts'

type Route = { method?: string; path: string; list?: 1 }
type Routes = Route | { [name: string]: Routes }
/** What the person signs, of a request that is a signature. */
type CallContext = { signing?: Signing }
type CallOptions = { signal?: AbortSignal; context?: CallContext }

const isRoute = (routes: Routes): routes is Route => typeof routes.path === 'string'

async function call(
  { method = 'POST', path, list }: Route,
  input: SearchValues,
  { context, ...options }: CallOptions,
  fetchOptions?: FetchOptions,
) {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/\{\+?(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const reads = method === 'GET'
  const address = `/api/v1${filled}${reads ? queryString(rest as SearchValues) : ''}`
  const key = `${address} ${currentLocale()} ${tenantAssertion()}`
  const known = reads ? recall(key) : undefined
  const asks = known ? { headers: { 'if-none-match': known.tag } } : {}
  const body = reads ? asks : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(rest) }
  const response = await portalFetch(
    address,
    { method, ...options, ...body },
    { ...fetchOptions, ...context },
  )
  return response.status === 204
    ? undefined
    : readRest(read(response, reads ? key : null, known?.text).then(list && asList), {
        ...{ status: response.status, wrote: !reads && fetchOptions?.idempotent !== true },
      })
}

/** The JSON of an answer; that of a read is kept with its tag. */
async function read(response: Response, key: string | null, known = ''): Promise<unknown> {
  if (response.status === 304) return JSON.parse(known)
  const text = await response.text()
  const answer: unknown = JSON.parse(text)
  if (key !== null) remember(key, response.headers.get('etag'), text)
  return answer
}

/** Whoever stands between may answer 200 with something else, such as a page to sign in to its network. */
function asList(body: unknown) {
  if (Array.isArray((body as { items?: unknown } | null)?.items)) return body
  throw new SyntaxError('not a list')
}

const build = (routes: Routes, fetchOptions?: FetchOptions): unknown =>
  isRoute(routes)
    ? (input: SearchValues = {}, options: CallOptions = {}) => call(routes, input, options, fetchOptions)
    : Object.fromEntries(Object.entries(routes).map(([name, child]) => [name, build(child, fetchOptions)]))

/**
 * A typed client of a feature's contract: `api.list(input, { signal })`. Path parameters are filled from the input, the
 * rest goes into the query of a GET or the JSON body of a write. Rejects with `ProblemError` or `NetworkError`.
 */
export const createApi = <C extends AnyContractRouter>(contract: C, fetchOptions?: FetchOptions) =>
  // The build reduces contracts to their routes (tools/contracts-as-routes.ts); the types stay whole.
  build(contract as unknown as Routes, fetchOptions) as ContractRouterClient<C, CallContext>
