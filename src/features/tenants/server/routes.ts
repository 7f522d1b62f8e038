import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { tenantsContract } from '../contract.ts'
import { changeClient, changePolicies, createClient, suspendClient } from './change-client.ts'
import type { ClientFigures } from './client-figures.ts'
import { getClient } from './get-client.ts'
import { listClients } from './list-clients.ts'
import { listTenants } from './list-tenants.ts'

const os = implement(tenantsContract).$context<RequestContext>().use(inTenant)

/** The clients, with the figures that other features publish. */
export const tenantsRoutes = (figures: ClientFigures) =>
  os.router({
    list: os.list.handler(({ context, input }) => listTenants(context.tx, input)),
    overview: os.overview.handler(({ context, input }) => listClients(context.tx, input)),
    create: os.create.handler(({ context, input }) => createClient(context.tx, input, context.record)),
    get: os.get.handler(({ context, input }) => getClient(context.tx, input.id, figures)),
    change: os.change.handler(({ context, input }) => changeClient(context.tx, input, context.record)),
    changePolicies: os.changePolicies.handler(({ context, input }) =>
      changePolicies(context.tx, input, context.record),
    ),
    suspend: os.suspend.handler(({ context, input }) =>
      suspendClient(context.tx, { ...input, suspended: true }, context.record),
    ),
    resume: os.resume.handler(({ context, input }) =>
      suspendClient(context.tx, { ...input, suspended: false }, context.record),
    ),
  })
