import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Database } from '../../../platform/server/database/open-database.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { refuseUnlessAllowed, runInTenant } from '../../../platform/server/endpoint/in-tenant.ts'
import { parseInput } from '../../../platform/server/endpoint/parse-input.ts'
import { FILE_TYPES } from '../../../platform/server/export/answer-table-file.ts'
import { attachment } from '../../../platform/server/export/content-disposition.ts'
import type { FileStore } from '../../../platform/server/files/stored-file.ts'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'
import { type Http, requestContext } from '../../../platform/server/http/request-context.ts'
import { FILE_POLICY } from '../../../platform/server/http/security-headers.ts'
import { exportsFileContract, fileInput } from '../contract.ts'
import { type ExportKinds, kindOf } from './export-kinds.ts'
import { ownJobs, toJob } from './own-jobs.ts'

const { meta } = exportsFileContract.file['~orpc']

/** `GET /exports/{id}/file`: to whom it was made for, while they may still see such data. 404 when it is gone. */
export function mountExportFile(
  app: Hono<{ Variables: RequestVariables }>,
  {
    database,
    signIn,
    files,
    kinds,
  }: { database: Database; signIn: SignInService; files: FileStore; kinds: ExportKinds },
) {
  app.get('/api/v1/exports/:id/file', async (c) => {
    const stored = await runInTenant(
      requestContext(c as Http, database, signIn),
      { meta, write: true },
      async ({ tx, actor, record }) => {
        const { id } = parseInput(fileInput, { id: c.req.param('id') })
        const job = await ownJobs(tx, actor)
          .where('id', '=', id)
          .where('state', '=', 'done')
          .executeTakeFirst()
        if (job) refuseUnlessAllowed(kindOf(kinds, job).meta, actor, undefined)
        if (!job?.file_key || !job.checksum || job.size === null) throw refuse(404, 'not_found')
        const file = { key: job.file_key, size: job.size, checksum: job.checksum }
        const whole = await files.isWhole(file).catch((fault: unknown) => {
          throw Object.assign(refuse(503, 'files_unavailable', { retryAfter: 5 }), { cause: fault })
        })
        if (!whole) throw refuse(404, 'not_found')
        record({ objectType: 'export', objectId: String(id), after: { file: job.file_name, size: job.size } })
        return { ...file, name: job.file_name as string, format: toJob(job).format }
      },
    )
    return new Response(Readable.toWeb(await files.read(stored.key)) as ReadableStream, {
      headers: {
        'content-type': FILE_TYPES[stored.format],
        'content-disposition': attachment(stored.name),
        'content-length': String(stored.size),
        'cache-control': 'private, no-store',
        'content-security-policy': FILE_POLICY,
      },
    })
  })
}
