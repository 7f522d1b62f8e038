import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import { busy, refuse } from '../../../platform/server/endpoint/fault.ts'
import { runInTenant } from '../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import { attachment } from '../../../platform/server/export/content-disposition.ts'
import { zipStream } from '../../../platform/server/export/zip-stream.ts'
import { askerLanguage } from '../../../platform/server/http/asker-language.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type Http, requestContext } from '../../../platform/server/http/request-context.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { archiveInput, documentsFileContract } from '../contract.ts'
import { archiveEntries, findFiles } from './archive.ts'
import type { DocumentFiles } from './document-files.ts'

/** Bytes before packing: the format ends at four times that. */
const LARGEST_ARCHIVE = 1024 ** 3
/** Each packs on a thread of its own, as fast as its reader takes it. */
const ARCHIVES_AT_ONCE = 4

type Parts = {
  database: Database
  signIn: SignInService
  documents: DocumentFiles
  /** ISO date, for the name of the file. */
  today: () => string
}

/** Several documents as one ZIP (E3): packed while it is read, each of them on record before the first byte. */
export function mountArchive(
  app: Hono<{ Variables: RequestVariables }>,
  { database, signIn, documents, today }: Parts,
) {
  const { meta } = documentsFileContract.archive['~orpc']
  let running = 0

  async function* counted(bytes: AsyncIterable<Uint8Array>) {
    if (running >= ARCHIVES_AT_ONCE) throw busy()
    running++
    try {
      yield* bytes
    } finally {
      running--
    }
  }

  app.get('/api/v1/documents/archive', async (c) => {
    const context = requestContext(c as Http, database, signIn)
    const { packed, tenantId } = await runInTenant(context, { meta, write: false }, async ({ tx, actor }) => {
      const { ids } = parseInput(archiveInput, c.req.query())
      return { packed: await findFiles(tx, actor, ids), tenantId: actor.tenantId }
    })
    const files = packed.filter(({ file }) => file)
    if (files.length === 0) throw refuse(404, 'not_found')
    const size = files.reduce((sum, { file }) => sum + (file?.size ?? 0), 0)
    if (size > LARGEST_ARCHIVE) throw refuse(413, 'too_large', { values: { limit: '1 GB' } })
    if (running >= ARCHIVES_AT_ONCE) throw busy()
    // The tenant of the first look; a switch in between is refused.
    const same = { ...context, assertedTenant: String(tenantId ?? 'all') }
    await runInTenant(same, { meta, write: true, ofRead: true }, async ({ record }) => {
      for (const { id, file } of files)
        record({
          objectType: 'document',
          objectId: String(id),
          after: {
            ...{ version: file?.version, file: file?.name, size: file?.size },
            ...{ checksum: file?.checksum.toString('hex'), disposition: 'archive' },
          },
        })
    })
    const words = serverMessages(askerLanguage(c as Http)).documentArchive
    const bytes = counted(zipStream(archiveEntries(packed, documents, words)))
    const body = c.req.raw.method === 'HEAD' ? null : (Readable.toWeb(Readable.from(bytes)) as ReadableStream)
    return new Response(body, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': attachment(`${words.name} ${today()}.zip`),
        'cache-control': 'private, no-store, no-transform',
      },
    })
  })
}
