import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { searchContract } from '../contract.ts'
import { findEverywhere } from './find-everywhere.ts'
import type { SearchSource } from './published.ts'

const os = implement(searchContract).$context<RequestContext & { today: string }>().use(inTenant)

/** The search over what the features publish. */
export const searchRoutes = (sources: readonly SearchSource[]) =>
  os.router({
    find: os.find.handler(({ context: { tx, actor, today }, input }) =>
      findEverywhere(tx, actor, input, { sources, today }),
    ),
  })
