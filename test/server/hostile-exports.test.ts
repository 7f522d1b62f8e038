import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { seedDemo } from '../../src/app/server/demo/seed-demo.ts'
import { EXPORT_KINDS } from '../../src/features/exports/contract.ts'
import { allEndpoints } from '../security/support/contracts.ts'
import { connectSuperuser } from '../security/support/superuser.ts'
import { createClient, type Json, type TestClient } from '../support/client.ts'
import { DEMO_PASSWORD, FORMULA, PLANT_FORMULAS, SIGNS } from '../support/hostile-rows.ts'
import { order, peek, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { readXlsx, readZip } from '../support/xlsx.ts'

const AS_OF = '2025-08-31'

/** Answers with a file, but with no table: papers, and what people uploaded, as it was. */
const NO_TABLES = [/\/pdf$/, /\/files\/\{fileId\}$/, /^GET \/documents\//, /^GET \/exports\/\{id\}\/file$/]

let portal: TestPortal
let lotNo = ''
let batch = ''
const askers: Record<string, TestClient> = {}
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: AS_OF })
  expect(await seedDemo(portal, { asOf: AS_OF, password: DEMO_PASSWORD })).toBe('loaded')
  const admin = createClient(portal.url)
  await admin.signIn('admin@portal.example', DEMO_PASSWORD)
  const wish = { label: `=${FORMULA}`, scope: 'ingest', source: 'main', client: null }
  const send = sender(portal.url, (await admin.post('/api/v1/admin/keys', wish)).body.key)
  batch = String((await send('orders', [order(`=${FORMULA}`, { 'BL Date': `=${FORMULA}` })])).body.batchId)
  const superuser = await connectSuperuser(portal.location)
  lotNo = await superuser.value(
    `select lot_no from lots l join lot_access a on a.lot_id = l.id join lot_results using (source_id, lot_no) where a.tenant_id = 1 limit 1`,
  )
  await superuser.query(PLANT_FORMULAS)
  expect(Number(await superuser.value('select count(*) from public.planted'))).toBeGreaterThan(150)
  await superuser.end()
  for (const [name, email] of [
    ['owner', 'owner@boreal.example'],
    ['administrator', 'admin@portal.example'],
  ] as const) {
    askers[name] = createClient(portal.url)
    expect((await askers[name].signIn(email, DEMO_PASSWORD)).status).toBe(200)
  }
}, 300_000)
afterAll(() => portal?.close())

const FILES = allEndpoints().filter(({ method, output }) => method === 'GET' && output instanceof z.ZodFile)
const TABLES = FILES.filter(({ name }) => !NO_TABLES.some((one) => one.test(name)))

/** What some must be told. */
const asked = (name: string): Record<string, string> =>
  ({
    'GET /lot-results/export': { lotNo },
    'GET /admin/batch-errors/export': { batch },
    'GET /finance/statement': { from: '2024-01-01', to: AS_OF },
    'GET /sales/lines/export': A_MONTH,
  })[name] ?? {}

async function fetched(asker: TestClient, path: string) {
  const cookie = [...asker.cookies].map((pair) => pair.join('=')).join('; ')
  const answer = await fetch(`${portal.url}${path}`, { headers: { cookie } })
  return { status: answer.status, file: Buffer.from(await answer.arrayBuffer()) }
}

/** The formats of a workbook whose quote prefix stands before the text in a spreadsheet's line of input. */
const QUOTED = [8, 9]

/** Every text of a file that is whole, as a spreadsheet's line of input has it. */
function cellsOf(file: Buffer, format: string): string[] {
  if (format === 'csv') return (parse(file, { bom: true, relax_column_count: true }) as string[][]).flat()
  for (const [name, xml] of readZip(file)) if (xml.includes('<f>')) throw new Error(`${name} has a formula`)
  return readXlsx(file).flatMap(({ rows, formats }) =>
    rows.flatMap((row, at) =>
      row.flatMap((cell, column) =>
        typeof cell !== 'string' ? [] : QUOTED.includes(formats[at]?.[column] ?? 0) ? [`'${cell}`] : [cell],
      ),
    ),
  )
}

/** A figure below nothing, and a dash where there is none, are no formulas. */
const HARMLESS = /^-(\d+([.,]\d+)?)?$/

/** In the trail: as a text of the change. */
const isTold = (cell: string) =>
  cell.startsWith('{') && Object.values(JSON.parse(cell)).includes(`=${FORMULA}`)

function judge(file: Buffer, format: string): { wrong: string[]; shown: number } {
  const cells = cellsOf(file, format)
  const planted = cells.filter((cell) => cell.includes(FORMULA.slice(1, 8)))
  return {
    wrong: [
      ...cells.filter((cell) => SIGNS.some((sign) => cell.startsWith(sign)) && !HARMLESS.test(cell)),
      // It stands there as it was written, behind the mark of a text.
      ...planted.filter(
        (cell) => !SIGNS.some((sign) => cell.includes(`'${sign}${FORMULA}`)) && !isTold(cell),
      ),
    ],
    shown: planted.length,
  }
}

/** What holds nothing that somebody wrote, and why. */
const SILENT: Record<string, string> = {
  'GET /admin/batch-errors/export': 'which column, and the program’s own words for what is wrong in it',
  'GET /admin/mails/export': 'kinds of mails and addresses',
  mails: 'the same',
}
/** Whom a client’s owner may not ask for. */
const OF_THE_INSTALLATION = ['users', 'sessions', 'clients', 'batches', 'mails']
/** Half a million lines are other tests’ business. */
const A_MONTH = { dataset: 'history', year: '2024', month: '3' }

/** For an administrator and a client's owner, in every format: what is wrong with the file; `fetch` answers undefined where it is refused. */
async function judgeAll(
  name: string,
  formats: readonly string[],
  get: (asker: TestClient, format: string) => Promise<Buffer | undefined>,
) {
  for (const format of formats)
    for (const [who, asker] of Object.entries(askers)) {
      const where = `${name} for ${who} as ${format}`
      // Heavy ones are counted, and each is asked for more than once here.
      await peek(portal, 'delete from auth.rate_windows')
      const file = await get(asker, format)
      if (!file) {
        expect(where).toMatch(/ for owner /)
        continue
      }
      const { wrong, shown } = judge(file, format)
      expect([where, wrong.slice(0, 5)]).toEqual([where, []])
      expect([where, shown > 0]).toEqual([where, !(name in SILENT)])
      judged++
    }
}
let judged = 0
afterAll(() =>
  console.log(
    `hostile exports: ${judged} files of ${TABLES.length} addresses and ${EXPORT_KINDS.length} jobs`,
  ),
)

describe('an export of rows that hold what a spreadsheet would run', () => {
  it('knows every file that the contract answers with', () => {
    // An entry of the list that names nothing is of yesterday.
    expect(NO_TABLES.filter((one) => !FILES.some(({ name }) => one.test(name)))).toEqual([])
    expect(TABLES.length).toBeGreaterThan(15)
  })

  it.each(TABLES)(
    '$name: no cell is a formula, and the text stands there',
    async ({ name, path, input, meta }) => {
      const fits = Object.keys((input as unknown as { shape: object }).shape)
      const formats = fits.includes('format') ? ['csv', 'xlsx'] : ['xlsx']
      await judgeAll(name, formats, async (asker, format) => {
        const query = new URLSearchParams({ ...asked(name), ...(fits.includes('format') && { format }) })
        const { status, file } = await fetched(asker, `/api/v1${path}?${query}`)
        const refused = path.startsWith('/admin/') && asker === askers.owner
        expect([name, meta.permission, status]).toEqual([name, meta.permission, refused ? 403 : 200])
        return refused ? undefined : file
      })
    },
  )

  it.each(EXPORT_KINDS)('of %s beside the request: the same', async (kind) => {
    await judgeAll(kind, ['csv', 'xlsx'], async (asker, format) => {
      const input = { ...(kind === 'sales-lines' && A_MONTH), format }
      const started = await asker.post('/api/v1/exports', { kind, input })
      const refused = OF_THE_INSTALLATION.includes(kind) && asker === askers.owner
      expect([kind, started.status]).toEqual([kind, refused ? 403 : 200])
      if (refused) return undefined
      const { id } = started.body
      await expect
        .poll(async () => {
          const { items } = (await asker.get('/api/v1/exports')).body
          return items.find((one: Json) => one.id === id).state
        })
        .toBe('done')
      return (await fetched(asker, `/api/v1/exports/${id}/file`)).file
    })
  })
})
