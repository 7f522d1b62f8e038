import type { EndpointMeta } from '../../contract/endpoint.ts'

type Defined = { meta: EndpointMeta; route: { method?: string } }

/** Every endpoint of a contract with its name: `orders.list`. */
export function* endpointsOf(contract: object, path: string[] = []): Generator<{ name: string } & Defined> {
  for (const [key, child] of Object.entries(contract)) {
    const definition = (child as { '~orpc'?: Defined })['~orpc']
    if (definition) yield { name: [...path, key].join('.'), meta: definition.meta, route: definition.route }
    else yield* endpointsOf(child as object, [...path, key])
  }
}

/** A contract whose endpoint says nothing of who may call it, or a write that names no act for the audit, does not start. */
export function refuseUnguarded(contract: object): void {
  for (const { name, meta, route } of endpointsOf(contract)) {
    const ways = [meta.permission, meta.signedIn, meta.public, meta.key].filter((way) => way !== undefined)
    if (ways.length !== 1)
      throw new Error(`Endpoint ${name} must name a permission, or be for the signed-in, the public or a key`)
    if (route.method !== 'GET' && !meta.audit === !meta.unrecorded)
      throw new Error(
        `Endpoint ${name} changes something and must name its act for the audit, or why there is none`,
      )
  }
}
