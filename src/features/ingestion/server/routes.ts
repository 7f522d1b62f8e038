import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { ingestionContract } from '../contract.ts'
import { getBatch } from './get-batch.ts'
import { listFeeds } from './list-feeds.ts'
import { deleteMapping, findMapping, listMappings, saveMapping, sourceNamed } from './mappings.ts'

const os = implement(ingestionContract).$context<RequestContext>().use(inTenant)

export const ingestionRoutes = os.router({
  feeds: os.feeds.handler(({ context }) => listFeeds(context.tx, context.actor)),
  mappings: os.mappings.handler(async ({ context: { tx }, input: { query } }) => ({
    items: await listMappings(tx, await sourceNamed(tx, query.source)),
  })),
  mapping: os.mapping.handler(async ({ context: { tx }, input: { params, query } }) =>
    findMapping(tx, await sourceNamed(tx, query.source), params.name),
  ),
  saveMapping: os.saveMapping.handler(
    async ({
      context: { tx, record },
      input: {
        params: { name },
        query,
        body,
      },
    }) => {
      const saved = await saveMapping(tx, await sourceNamed(tx, query.source), name, body)
      record({ objectType: 'import_mapping', objectId: name, after: { ...query, name, mapping: body } })
      return saved
    },
  ),
  deleteMapping: os.deleteMapping.handler(
    async ({
      context: { tx, record },
      input: {
        params: { name },
        query,
      },
    }) => {
      await deleteMapping(tx, await sourceNamed(tx, query.source), name)
      record({ objectType: 'import_mapping', objectId: name, after: { ...query, name } })
      return { name }
    },
  ),
  batch: os.batch.handler(({ context, input }) => getBatch(context.tx, input.id)),
})
