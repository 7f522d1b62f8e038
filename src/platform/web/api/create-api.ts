import { createORPCClient } from '@orpc/client'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { type Manners, portalFetch } from './portal-fetch.ts'

/** A typed client of a feature's contract. Calls reject with `ProblemError` or `NoAnswerError`. */
export function createApi<C extends AnyContractRouter>(
  contract: C,
  manners?: Manners,
): ContractRouterClient<C> {
  return createORPCClient(
    new OpenAPILink(contract, {
      url: () => `${window.location.origin}/api/v1`,
      fetch: (request, init) => portalFetch(request, init, manners),
    }),
  )
}
