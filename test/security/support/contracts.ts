import fs from 'node:fs'
import type * as z from 'zod'
import { createApp } from '../../../src/app/server/create-app.ts'
import { contract } from '../../../src/app/server/features.ts'
import type { Parts } from '../../../src/app/server/parts.ts'
import type { EndpointMeta } from '../../../src/platform/contract/endpoint.ts'

const FEATURES = new URL('../../../src/features/', import.meta.url)

export type Endpoint = {
  /** `GET /orders`. */
  name: string
  method: string
  path: string
  meta: EndpointMeta
  input: z.ZodType | undefined
  output: z.ZodType | undefined
}
type Defined = {
  meta: EndpointMeta
  route: { method?: string; path: string }
  inputSchema?: z.ZodType
  outputSchema?: z.ZodType
}

/** Every endpoint that the server offers. */
export const allEndpoints = (): Endpoint[] => endpointsIn(contract)

/** Every endpoint of every feature's contract file, read from the folders, so that a new one cannot be forgotten. */
export async function writtenEndpoints(): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = []
  for (const feature of fs.readdirSync(FEATURES)) {
    const file = new URL(`${feature}/contract.ts`, FEATURES)
    if (!fs.existsSync(file)) continue
    for (const [name, exported] of Object.entries(await import(file.href)))
      if (name.endsWith('Contract')) endpoints.push(...endpointsIn(exported as object))
  }
  return endpoints
}

function endpointsIn(contract: object): Endpoint[] {
  return Object.values(contract).flatMap((child) => {
    const defined = (child as { '~orpc'?: Defined })['~orpc']
    if (!defined) return endpointsIn(child as object)
    const { meta, route, inputSchema, outputSchema } = defined
    const { method = 'GET', path } = route
    return { name: `${method} ${path}`, method, path, meta, input: inputSchema, output: outputSchema }
  })
}

/** What the server answers by a route of its own: `POST /api/v1/session/tenant`. The typed router is one of them. */
export function mountedRoutes(): string[] {
  const unused = {} as never
  const config = { publicUrl: undefined, brandName: 'x', trustedProxies: 0 } as never
  const parts: Parts = {
    config,
    database: unused,
    signIn: unused,
    events: unused,
    brand: unused,
    checkpoints: unused,
    server: unused,
    exports: { queue: unused, files: unused },
    library: {
      ...{ documents: unused, scanner: undefined, shown: unused },
      receiver: {
        incoming: '',
        partial: unused,
        files: unused,
        scans: false,
        storage: { company: 0, person: 0 },
      },
    },
    provider: undefined,
    cards: { provider: undefined, sign: unused },
    unsubscribe: unused,
    rowSeal: unused,
    salesWatch: unused,
    log: unused,
    metrics: unused,
    metricsToken: '',
    secure: false,
    today: () => '2025-08-31',
    stopping: () => false,
    notReady: () => undefined,
  }
  const routes = createApp(parts).routes.filter(({ method }) => method !== 'ALL')
  return routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
}
