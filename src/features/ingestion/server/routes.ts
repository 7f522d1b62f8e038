import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { ingestionContract } from '../contract.ts'
import { getBatch } from './get-batch.ts'
import { listFeeds } from './list-feeds.ts'
import { deleteMapping, findMapping, listMappings, saveMapping, sourceNamed } from './mappings.ts'

const os = implement(ingestionContract).$context<RequestContext>().use(inTenant)

export const ingestionRoutes = os.router({
  feeds: os.feeds.handler(({ context }) => listFeeds(context.tx, context.actor)),
  mappings: os.mappings.handler(async ({ context: { tx }, input }) => ({
    items: await listMappings(tx, await sourceNamed(tx, input.source)),
  })),
  mapping: os.mapping.handler(async ({ context: { tx }, input }) =>
    findMapping(tx, await sourceNamed(tx, input.source), input.name),
  ),
  saveMapping: os.saveMapping.handler(
    async ({ context: { tx, record }, input: { name, source, ...mapping } }) => {
      const saved = await saveMapping(tx, await sourceNamed(tx, source), name, mapping)
      record({ objectType: 'import_mapping', objectId: name, after: { source, name, mapping } })
      return saved
    },
  ),
  deleteMapping: os.deleteMapping.handler(async ({ context: { tx, record }, input: { name, source } }) => {
    await deleteMapping(tx, await sourceNamed(tx, source), name)
    record({ objectType: 'import_mapping', objectId: name, after: { source, name } })
    return { name }
  }),
  batch: os.batch.handler(({ context, input }) => getBatch(context.tx, input.id)),
})
