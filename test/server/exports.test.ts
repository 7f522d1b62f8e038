import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepExports } from '../../src/features/exports/server/sweep-exports.ts'
import { openFileStore } from '../../src/platform/server/files/stored-file.ts'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { writeManyOrders } from '../support/orders.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let superuser: Superuser
let folder: string
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  folder = path.join(portal.dataDir, 'files', 'exports')
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

const ask = (who: Pick<Actor, 'post'>, input: object = {}) =>
  who.post('/api/v1/exports', { kind: 'orders', input })
const jobs = async (who: Pick<Actor, 'get'>): Promise<Json[]> => (await who.get('/api/v1/exports')).body.items
const file = (who: Pick<Actor, 'get'>, id: number) => who.get(`/api/v1/exports/${id}/file`)
const act = (who: Actor, id: number, what: string) => who.post(`/api/v1/exports/${id}`, { act: what })
const said = ({ status, body }: { status: number; body: Json }) => [status, body.code]

async function ended(who: Pick<Actor, 'get'>, id: number): Promise<Json> {
  for (let tries = 0; tries < 600; tries++) {
    const job = (await jobs(who)).find((one) => one.id === id)
    if (!['queued', 'running'].includes(job?.state)) return job
    await sleep(100)
  }
  throw new Error('the export does not end')
}

async function aBuyer(orders: number) {
  const tenantId = await aTenant(portal)
  if (orders > 0) await portal.owner((tx) => writeManyOrders(tx, tenantId, orders, 'Harbour'))
  return Object.assign(await aMember(portal, tenantId), { tenantId })
}

/** While nobody may hand jobs out, they wait. */
async function whileNobodyWorks<T>(work: () => Promise<T>): Promise<T> {
  await superuser.query('revoke execute on function auth.claim_export_job() from portal_app')
  try {
    return await work()
  } finally {
    await superuser.query('grant execute on function auth.claim_export_job() to portal_app')
  }
}

const setModule = (tenantId: number, visible: boolean, module = 'orders') =>
  superuser.query(
    `insert into tenant_module_visibility values ($1, $3, $2)
     on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`,
    [tenantId, visible, module],
  )

describe('refusals', () => {
  it('asks for a session, the module and the permission; a stranger’s export is none', async () => {
    expect(said(await ask(createClient(portal.url)))).toEqual([401, 'no_session'])
    const buyer = await aBuyer(3)
    expect(said(await ask(await aMember(portal, buyer.tenantId, 'sales_analyst')))).toEqual([
      403,
      'permission_denied',
    ])
    const { id } = (await ask(buyer)).body
    await ended(buyer, id)
    const colleague = await aMember(portal, buyer.tenantId)
    expect(await jobs(colleague)).toEqual([])
    expect(said(await file(colleague, id))).toEqual([404, 'not_found'])
    expect(said(await act(colleague, id, 'cancel'))).toEqual([404, 'not_found'])
    expect(said(await act(buyer, id, 'retry'))).toEqual([409, 'conflict'])
    await setModule(buyer.tenantId, false)
    expect(said(await ask(buyer))).toEqual([403, 'module_hidden'])
    expect(said(await file(buyer, id))).toEqual([403, 'module_hidden'])
    await setModule(buyer.tenantId, true)
    expect((await file(buyer, id)).status).toBe(200)
    await superuser.query(`update members set role = 'sales_analyst' where user_id = $1`, [buyer.userId])
    expect(said(await file(buyer, id))).toEqual([403, 'permission_denied'])
  })

  it.each([
    ['sales-lines', { dataset: 'current', year: '2025' }, 'quality_manager'],
    ['sales-history', { month: 3 }, 'quality_manager'],
    ['current-sales', {}, 'quality_manager'],
  ])(
    'of %s asks for the right of sales, when it is asked for and when it is fetched',
    async (kind, input, without) => {
      const buyer = await aBuyer(0)
      const start = (who: Pick<Actor, 'post'>, of: object = input) =>
        who.post('/api/v1/exports', { kind, input: { format: 'xlsx', ...of } })
      const [stranger, clerk] = [createClient(portal.url), await aMember(portal, buyer.tenantId, without)]
      expect(said(await start(stranger))).toEqual([401, 'no_session'])
      expect(said(await start(clerk, { year: 99999 }))).toEqual([403, 'permission_denied'])
      const refused = await start(buyer, { year: 99999, format: 'pdf' })
      expect([...said(refused), refused.body.errors.map((one: Json) => one.path)]).toEqual([
        422,
        'validation',
        ['year', 'format'],
      ])
      await setModule(buyer.tenantId, false, 'sales')
      expect(said(await start(buyer))).toEqual([403, 'module_hidden'])
      await setModule(buyer.tenantId, true, 'sales')
      const { id } = (await start(buyer)).body
      const job = await ended(buyer, id)
      expect(job).toMatchObject({ state: 'done', kind, format: 'xlsx' })
      expect(job.written).toBe(job.total)
      expect((await file(buyer, id)).status).toBe(200)
      await setModule(buyer.tenantId, false, 'sales')
      expect(said(await file(buyer, id))).toEqual([403, 'module_hidden'])
      await setModule(buyer.tenantId, true, 'sales')
      await superuser.query(`update members set role = $2 where user_id = $1`, [buyer.userId, without])
      expect(said(await file(buyer, id))).toEqual([403, 'permission_denied'])
    },
  )

  it('lets five wait, and no more', async () => {
    const buyer = await aBuyer(1)
    await whileNobodyWorks(async () => {
      for (let n = 0; n < 5; n++) expect((await ask(buyer)).status).toBe(200)
      expect(said(await ask(buyer))).toEqual([429, 'too_many_exports'])
      for (const { id } of await jobs(buyer))
        expect((await act(buyer, id, 'cancel')).body.state).toBe('cancelled')
    })
  })
})

describe('a large export', () => {
  it.each(['csv', 'xlsx'])('is made beside the request, whole: %s', async (format) => {
    const buyer = await aBuyer(25_000)
    const asked = await ask(buyer, { format, search: 'harbour' })
    expect([asked.status, asked.body.state]).toEqual([200, 'queued'])
    const job = await ended(buyer, asked.body.id)
    expect(job).toMatchObject({ state: 'done', total: 25_000, written: 25_000, problem: null, format })
    const { status, headers, body } = await file(buyer, job.id)
    expect(status).toBe(200)
    if (format === 'xlsx') expect(headers.get('content-length')).toBe(String(job.size))
    expect(headers.get('content-disposition')).toContain(`.${format}`)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    if (format === 'csv') expect(body.trim().split('\r\n')).toHaveLength(25_001)
    const rows = await superuser.rows(
      `select action from audit_log where tenant_id = $1 and actor = $2 order by seq`,
      [buyer.tenantId, buyer.userId],
    )
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['export.asked', 'orders.exported', 'export.downloaded']),
    )
    const { file_key } = (
      await superuser.rows('select file_key from export_jobs where id = $1', [job.id])
    )[0] as Json
    expect(fs.statSync(path.join(folder, file_key)).mode & 0o777).toBe(0o600)
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
    fs.appendFileSync(path.join(folder, file_key), 'x')
    expect(said(await file(buyer, job.id))).toEqual([404, 'not_found'])
  })

  it('is cancelled, and leaves nothing', async () => {
    const buyer = await aBuyer(25_000)
    const { id } = (await ask(buyer, { format: 'xlsx' })).body
    await act(buyer, id, 'cancel')
    expect((await ended(buyer, id)).state).toBe('cancelled')
    await sleep(1500)
    expect((await ended(buyer, id)).state).toBe('cancelled')
    const kept = (
      await superuser.rows<Json>('select file_key from export_jobs where file_key is not null')
    ).map((row) => row.file_key)
    await expect.poll(() => fs.readdirSync(folder).toSorted(), { timeout: 20_000 }).toEqual(kept.toSorted())
    await act(buyer, id, 'retry')
    expect((await ended(buyer, id)).state).toBe('done')
  })

  it('fails when its session is over or elsewhere, and can be tried again under another', async () => {
    const buyer = await aBuyer(5)
    const elsewhere = createClient(portal.url)
    await elsewhere.signIn(buyer.email, PASSWORD)
    const id = await whileNobodyWorks(async () => {
      const asked = await ask(elsewhere)
      await elsewhere.post('/api/auth/sign-out')
      return asked.body.id
    })
    expect(await ended(buyer, id)).toMatchObject({ state: 'failed', problem: 'no_session' })
    await act(buyer, id, 'retry')
    expect((await ended(buyer, id)).state).toBe('done')
    const denied = await whileNobodyWorks(async () => {
      const asked = await ask(buyer)
      await superuser.query(`update members set role = 'sales_analyst' where user_id = $1`, [buyer.userId])
      return asked.body.id
    })
    expect(await ended(buyer, denied)).toMatchObject({ state: 'failed', problem: 'permission_denied' })
  })

  it('is taken over from a server that is gone, three times at most', async () => {
    const buyer = await aBuyer(5)
    const lost = (id: number, attempts: number) =>
      superuser.query(
        `update export_jobs set state = 'running', attempts = $2, leased_until = now() - interval '1 s' where id = $1`,
        [id, attempts],
      )
    const [taken, given] = await whileNobodyWorks(async () => {
      const [a, b] = [(await ask(buyer)).body.id, (await ask(buyer)).body.id]
      await lost(a, 1)
      await lost(b, 3)
      return [a, b]
    })
    expect((await ended(buyer, taken)).state).toBe('done')
    expect(await ended(buyer, given)).toMatchObject({ state: 'failed', problem: 'gave_up' })
  })

  it('is made once, whichever of two servers makes it, and after a restart', async () => {
    const buyer = await aBuyer(2000)
    const ids = await whileNobodyWorks(async () => {
      const asked: number[] = []
      for (let n = 0; n < 5; n++) asked.push((await ask(buyer)).body.id)
      return asked
    })
    const second = await portal.another()
    try {
      for (const id of ids) expect((await ended(buyer, id)).state).toBe('done')
    } finally {
      await second.stop()
    }
    const made = await superuser.value(
      `select count(*) from audit_log where tenant_id = $1 and action = 'orders.exported'`,
      [buyer.tenantId],
    )
    expect(Number(made)).toBe(5)
  })

  it('is gone after a day, with its file', async () => {
    const buyer = await aBuyer(3)
    const { id } = (await ask(buyer)).body
    await ended(buyer, id)
    const key = await superuser.value<string>('select file_key from export_jobs where id = $1', [id])
    await superuser.query(`update export_jobs set created_at = now() - interval '25 hours' where id = $1`, [
      id,
    ])
    expect(await jobs(buyer)).toEqual([])
    expect(said(await file(buyer, id))).toEqual([404, 'not_found'])
    fs.writeFileSync(path.join(folder, 'a'.repeat(48)), 'left behind')
    fs.utimesSync(path.join(folder, 'a'.repeat(48)), 1, 1)
    await portal.owner((tx) => sweepExports(tx, openFileStore(folder)))
    expect(fs.readdirSync(folder)).not.toContain(key)
    expect(fs.readdirSync(folder)).not.toContain('a'.repeat(48))
  })

  it('opens to nobody without its ticket', async () => {
    const buyer = await aBuyer(1)
    await whileNobodyWorks(async () => {
      const { id } = (await ask(buyer)).body
      await superuser.query(`update export_jobs set state = 'running' where id = $1`, [id])
      for (const ticket of [`${id}:`, `${id}:guess`, `${id}`]) {
        const opened = sql`select * from auth.open_job_context(${ticket})`
        await expect(portal.owner((tx) => opened.execute(tx))).rejects.toThrow('no session')
      }
      await act(buyer, id, 'cancel')
    })
  })
})
