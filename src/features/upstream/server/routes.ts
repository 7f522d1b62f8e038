import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import type { ServerLanguage } from '../../../platform/server/http/server-messages.ts'
import type { RowSeal } from '../../ingestion/server/published.ts'
import { upstreamContract } from '../contract.ts'
import { listAssumedMarks } from './assumed-marks.ts'
import { listErrors } from './batch-errors.ts'
import { expectFeed, listExpectations } from './feeds.ts'
import { issueKey, listKeys, revokeKey } from './keys.ts'
import { listBatches } from './list-batches.ts'
import { rawRow } from './rejected-rows.ts'
import { changeSource, forgetSource, listSources } from './sources.ts'

const os = implement(upstreamContract)
  .$context<RequestContext & { language: ServerLanguage; rowSeal: RowSeal }>()
  .use(inTenant)

export const upstreamRoutes = os.router({
  keys: os.keys.handler(({ context }) => listKeys(context.tx)),
  issue: os.issue.handler(({ context, input }) => issueKey(context.tx, input, context.record)),
  revoke: os.revoke.handler(({ context, input }) => revokeKey(context.tx, input.id, context.record)),
  batches: os.batches.handler(({ context, input }) => listBatches(context.tx, input, context.language)),
  errors: os.errors.handler(({ context, input }) => listErrors(context.tx, input, context.language)),
  row: os.row.handler(({ context, input }) => rawRow(context.tx, input, context.rowSeal)),
  assumedMarks: os.assumedMarks.handler(async ({ context }) => ({
    items: await listAssumedMarks(context.tx),
  })),
  feeds: os.feeds.handler(async ({ context }) => ({ items: await listExpectations(context.tx) })),
  sources: os.sources.handler(async ({ context }) => ({ items: await listSources(context.tx) })),
  changeSource: os.changeSource.handler(({ context, input }) =>
    changeSource(context.tx, input, context.record),
  ),
  forgetSource: os.forgetSource.handler(({ context, input }) =>
    forgetSource(context.tx, input.id, context.record),
  ),
  expect: os.expect.handler(({ context, input }) => expectFeed(context.tx, input, context.record)),
})
