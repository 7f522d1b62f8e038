import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { pageOf, pageQuery } from '../../platform/contract/page.ts'

const TenantChoice = z.object({ id: z.number().int(), name: z.string() })

export const tenantsContract = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/tenants',
      summary: 'Tenants that staff and administrators may look into',
    })
    .meta({ permission: 'tenants.read' })
    .input(z.object({ search: z.string().max(200).optional(), ...pageQuery }))
    .output(pageOf(TenantChoice)),
}
