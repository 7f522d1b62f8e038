import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { storageContract } from '../contract.ts'
import { ownStorage, setQuota, storageOf } from './quotas.ts'
import type { StorageDefaults } from './uploads.ts'

const os = implement(storageContract).$context<RequestContext & { storage: StorageDefaults }>().use(inTenant)

const company = (id: number) => ({ tenantId: id, userId: null })
const person = (userId: string) => ({ tenantId: null, userId })

export const storageRoutes = os.router({
  get: os.get.handler(({ context }) => ownStorage(context.tx, context.storage)),
  ofCompany: os.ofCompany.handler(({ context, input }) =>
    storageOf(context.tx, company(input.id), context.storage),
  ),
  setOfCompany: os.setOfCompany.handler(({ context: { tx, record, storage }, input }) =>
    setQuota(tx, company(input.id), input.own, { defaults: storage, record }),
  ),
  ofPerson: os.ofPerson.handler(({ context, input }) =>
    storageOf(context.tx, person(input.userId), context.storage),
  ),
  setOfPerson: os.setOfPerson.handler(({ context: { tx, record, storage }, input }) =>
    setQuota(tx, person(input.userId), input.own, { defaults: storage, record }),
  ),
})
