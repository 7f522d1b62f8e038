import type { Plugin } from 'vite'
import { runnerImport } from 'vite'

const CONTRACT = /\/src\/features\/[^/]+\/(\w+-)?contract\.ts$/

type Node = Record<string, unknown>

type Endpoint = { route: { method?: string; path?: string }; outputSchema?: { shape?: Node } }

/** As `pageOf` makes it. */
const isPage = (output: Endpoint['outputSchema']) =>
  output?.shape?.items !== undefined && output.shape.nextCursor !== undefined

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Only what a client needs of an endpoint; undefined for what is no router. */
function routesOf(value: unknown): unknown {
  if (!isObject(value)) return undefined
  if (isObject(value['~orpc'])) {
    const { route, outputSchema } = value['~orpc'] as Endpoint
    const { method, path } = route
    return { method, path, ...(isPage(outputSchema) && { list: 1 }) }
  }
  const entries = Object.entries(value).map(([name, child]) => [name, routesOf(child)] as const)
  if (entries.length === 0 || entries.some(([, child]) => child === undefined)) return undefined
  return Object.fromEntries(entries)
}

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isPlain) : ['string', 'number', 'boolean'].includes(typeof value)

/**
 * In the browser a contract is its methods and paths, which of them answer a page of a list, and its plain lists. Its schemas
 * stay on the server: without this the schema library, 27 kB compressed, would come with the first screen. Importing a schema
 * fails the build.
 */
export function contractsAsRoutes(): Plugin {
  return {
    name: 'contracts-as-routes',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id
      if (!CONTRACT.test(file)) return null
      const { module, dependencies } = await runnerImport<Node>(file)
      for (const dependency of dependencies) this.addWatchFile(dependency)
      const lines = Object.entries(module).flatMap(([name, value]) => {
        const kept = isPlain(value) ? value : routesOf(value)
        return kept === undefined ? [] : [`export const ${name} = ${JSON.stringify(kept)}`]
      })
      return lines.join('\n')
    },
  }
}
