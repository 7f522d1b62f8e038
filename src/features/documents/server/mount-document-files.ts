import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import type { EndpointMeta } from '../../../platform/contract/endpoint.ts'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { runInTenant } from '../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import { disposition } from '../../../platform/server/export/content-disposition.ts'
import { askerLanguage } from '../../../platform/server/http/asker-language.ts'
import { knownTags } from '../../../platform/server/http/etag.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type Http, requestContext } from '../../../platform/server/http/request-context.ts'
import { FILE_POLICY } from '../../../platform/server/http/security-headers.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { documentsFileContract, fileInput, versionFileInput } from '../contract.ts'
import { FORMATS } from '../domain/vocabulary.ts'
import { byteRange } from './byte-range.ts'
import type { DocumentFiles } from './document-files.ts'
import { findFile } from './find-file.ts'
import { savedName } from './saved-name.ts'

type Asked = { id: number; version: number | null; disposition: 'attachment' | 'inline' }
type Parts = { database: Database; signIn: SignInService; documents: DocumentFiles }

/** Files of documents: checked against what was kept, on record before their first byte, harmless in a page (D13). */
export function mountDocumentFiles(
  app: Hono<{ Variables: RequestVariables }>,
  { database, signIn, documents }: Parts,
) {
  const answer = async (c: Http, meta: EndpointMeta, read: () => Asked): Promise<Response> => {
    const context = requestContext(c, database, signIn)
    const { asked, tenantId, found } = await runInTenant(
      context,
      { meta, write: false },
      async ({ tx, actor }) => {
        const asked = read()
        return { asked, tenantId: actor.tenantId, found: await findFile(tx, actor, asked) }
      },
    )
    const tag = `"${found.checksum.toString('base64url')}"`
    const ifRange = c.req.header('if-range')
    const range =
      ifRange === undefined || ifRange === tag ? byteRange(c.req.header('range'), found.size) : null
    if (range === 'outside') throw refuse(416, 'range_outside', { values: { size: found.size } })
    const { media, inline } = FORMATS[found.format]
    const name = savedName(found, serverMessages(askerLanguage(c)).fileMarks)
    const headers = new Headers({
      'content-type': media,
      'content-disposition': disposition(inline ? asked.disposition : 'attachment', name),
      etag: tag,
      'accept-ranges': 'bytes',
      // Not to be packed on the way either: ranges count the bytes that were kept.
      'cache-control': 'private, no-store, no-transform',
      'content-security-policy': FILE_POLICY,
    })
    if (knownTags(c.req.header('if-none-match')).includes(tag))
      return new Response(null, { status: 304, headers })
    await documents.check(found, range !== null)
    // The tenant of the first look; a switch in between is refused.
    const same = { ...context, assertedTenant: String(tenantId ?? 'all') }
    await runInTenant(same, { meta, write: true, ofRead: true }, ({ record }) =>
      record({
        objectType: 'document',
        objectId: String(asked.id),
        after: {
          ...{ version: found.version, file: found.name, size: found.size },
          ...{ checksum: found.checksum.toString('hex'), disposition: asked.disposition },
          ...(range && { range: `${range.start}-${range.end}` }),
        },
      }),
    )
    headers.set('content-length', String(range ? range.end - range.start + 1 : found.size))
    if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${found.size}`)
    const body =
      c.req.raw.method === 'HEAD'
        ? null
        : (Readable.toWeb(await documents.files.read(found.key, range ?? undefined)) as ReadableStream)
    return new Response(body, { status: range ? 206 : 200, headers })
  }

  const { file, versionFile } = documentsFileContract
  app.get('/api/v1/documents/:id/file', (c) =>
    answer(c as Http, file['~orpc'].meta, () => ({
      version: null,
      ...parseInput(fileInput, { ...c.req.query(), id: c.req.param('id') }),
    })),
  )
  app.get('/api/v1/documents/:id/versions/:version/file', (c) =>
    answer(c as Http, versionFile['~orpc'].meta, () =>
      parseInput(versionFileInput, {
        ...c.req.query(),
        id: c.req.param('id'),
        version: c.req.param('version'),
      }),
    ),
  )
}
