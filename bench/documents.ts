import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { memory, type startPortal } from './load/portal.ts'
import { API, say, seconds, timed, withPortal } from './portal-bench.ts'
import { once } from './timing.ts'

const BYTES = 770_000
const WORDS_ON_A_PAGE = 250
const WORDS = 250_000

/**
 * `npm run bench -- documents --documents 20000 --lots 100000 --uploads 200 --files 500 --rounds 5`: how long a search over so many
 * documents takes a member (by their names and by the words inside), half of which are certificates of so many lots; so many uploads one after the other, and the archive of so many files; with the most
 * memory that the portal had meanwhile.
 */
export async function runDocuments(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      documents: { type: 'string', default: '20000' },
      lots: { type: 'string', default: '100000' },
      uploads: { type: 'string', default: '200' },
      files: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '5' },
    },
  })
  const [documents, lots, uploads, files, rounds] = [
    ...[values.documents, values.lots, values.uploads, values.files, values.rounds],
  ].map(Number) as [number, number, number, number, number]
  await withPortal(
    'bench_documents',
    async ({ client, signIn }) => {
      const { rows } = await client.query<{ id: number }>(
        `insert into portal.tenants (name, currency) values ('Bench', 'CAD') returning id`,
      )
      const member = await signIn('reader', { tenant: rows[0]?.id as number, role: 'tenant_admin' })
      const staff = await signIn('keeper', { staff: 'quality' })
      const planted = await once(() => plant(client, documents, lots))
      say(
        `${documents.toLocaleString('en')} documents with a page each, ${lots.toLocaleString('en')} lots: written in ${seconds(planted)}`,
      )
      return { member, staff }
    },
    async (portal, people) => {
      const asks = { portal, ...people }
      await measureSearch(asks, rounds)
      const ids = await measureUploads(asks, { uploads, files })
      await measureArchive(asks, ids)
    },
  )
}

type Asks = { portal: Awaited<ReturnType<typeof startPortal>>; member: string; staff: string }

/**
 * Words by a fixed rule, so that every run searches the same pages; `preparation` stands on nine of ten. Every second document is the
 * certificate of a lot, and one lot of fifty is on hold.
 */
async function plant(client: pg.Client, documents: number, lots: number): Promise<void> {
  await client.query(
    `insert into portal.lots (source_id, source_key, lot_no, item_no, state)
     select 1, 'L-' || n, 'L-' || n, 'P-' || n % 500, case when n % 50 = 0 then 'on_hold' else 'released' end from generate_series(1, $1::int) n`,
    [lots],
  )
  await client.query(
    `insert into portal.lot_access (tenant_id, lot_id) select t.id, x.id from portal.tenants t cross join portal.lots x where t.name = 'Bench'`,
  )
  await client.query(
    `insert into portal.documents (title, number, shelves, category, type, audience, lot_nos, lot_source)
     select 'Procedure ' || n || case when n % 180 = 0 then ' for mixers' else '' end, 'PR-' || n, '{qa}',
            case when c then 'certificate' else 'procedure' end, case when c then 'coa' else 'procedure' end, 'all',
            case when c then array['L-' || n] else '{}' end, case when c then 1 end
       from generate_series(1, $1::int) n cross join lateral (select n % 2 = 0 as c) x`,
    [documents],
  )
  await client.query(
    `insert into portal.document_versions (document_id, no, status, file_name, file_key, format, size, checksum, released_at)
     select id, 1, 'available', id || '.pdf', left(encode(sha256(id::text::bytea), 'hex'), 48), 'pdf', 1000, sha256(id::text::bytea), now()
       from portal.documents`,
  )
  await client.query(`update portal.documents set status = 'available', current_version = 1`)
  await client.query(
    `insert into portal.document_texts (checksum, state) select sha256(id::text::bytea), 'read' from portal.documents`,
  )
  await client.query(
    `insert into portal.document_pages (checksum, page, content)
     select sha256(d.id::text::bytea), 1, case when d.id % 10 > 0 then 'preparations ' else '' end || w.words
       from portal.documents d cross join lateral (
         select string_agg('term' || lpad(((d.id::bigint * $1 + k) * 7919 % $2)::text, 6, '0'), ' ') as words from generate_series(1, $1) k) w`,
    [WORDS_ON_A_PAGE, WORDS],
  )
}

const SEARCHES: [what: string, search: string | undefined][] = [
  ['nothing asked for: the whole shelf', undefined],
  ['a word of some titles', 'for mixers'],
  ['nothing', 'nowhere at all'],
  ['a word of some pages', 'term001000'],
  ['the beginning of a word of nearly every page', 'prepar'],
]

async function measureSearch({ portal, member }: Asks, rounds: number): Promise<void> {
  for (const [what, search] of SEARCHES) {
    const query = new URLSearchParams({ shelf: 'qa', limit: '100', ...(search && { search }) })
    const { answered, took } = await timed(portal, member, `/qaqc/documents?${query}`, rounds)
    say(`search: ${what} (${(answered as { total: number }).total} found): ${took}`)
  }
}

/** The most memory that the portal has meanwhile, in MB. */
async function watched<Result>(pid: number, work: () => Promise<Result>) {
  const before = memory(pid)
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memory(pid))
  }, 20)
  try {
    return { result: await work(), memory: `${before} MB before, ${most} MB at most` }
  } finally {
    clearInterval(watch)
  }
}

/** Each of other bytes, as a program would write them. */
const aFile = () =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n%'),
    Buffer.from(randomBytes((BYTES / 4) * 3).toString('base64')),
    Buffer.from('\nstartxref\n0\n%%EOF'),
  ])

async function measureUploads(
  { portal, staff }: Asks,
  { uploads, files }: { uploads: number; files: number },
): Promise<number[]> {
  const ids: number[] = []
  // Beyond what one person may ask in a minute it waits its turn: only the first uploads are measured.
  const post = async (address: string, body: Buffer | string, type: string): Promise<{ id: number }> => {
    const headers = { cookie: staff, origin: portal.url, 'content-type': type, 'x-portal-request': '1' }
    const answer = await fetch(portal.url + API + address, { method: 'POST', headers, body })
    if (answer.status === 429) {
      await sleep(Number(answer.headers.get('retry-after')) * 1000)
      return post(address, body, type)
    }
    if (answer.status !== 200)
      throw new Error(`${address.slice(0, 60)}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: number }
  }
  const upload = async (at: number) => {
    const document = {
      ...{ title: `Bench ${at}`, number: null, description: null, shelves: ['qc'], category: 'report' },
      ...{ type: 'report', productCode: null, productName: null, productLine: null, language: null },
      ...{ effectiveOn: null, expiresOn: null, audience: { kind: 'all' } },
    }
    const query = new URLSearchParams({ name: `bench-${at}.pdf`, document: JSON.stringify(document) })
    ids.push((await post(`/admin/documents?${query}`, aFile(), 'application/octet-stream')).id)
  }
  const measured = await watched(portal.pid, () =>
    once(async () => {
      for (let at = 0; at < uploads; at++) await upload(at)
    }),
  )
  say(`${uploads} uploads of ${BYTES / 1e6} MB: ${seconds(measured.result)}; ${measured.memory}`)
  for (let at = uploads; at < files; at++) await upload(at)
  for (const id of ids)
    await post(
      `/admin/documents/${id}/release`,
      JSON.stringify({ version: 1, reason: 'Measured' }),
      'application/json',
    )
  return ids.slice(0, files)
}

async function measureArchive({ portal, member }: Asks, ids: readonly number[]): Promise<void> {
  let first = 0
  let bytes = 0
  const { result, memory: most } = await watched(portal.pid, () =>
    once(async () => {
      const began = performance.now()
      const answer = await fetch(`${portal.url}${API}/documents/archive?ids=${ids.join(',')}`, {
        headers: { cookie: member },
      })
      if (answer.status !== 200 || !answer.body) throw new Error(`the archive answered ${answer.status}`)
      for await (const piece of answer.body) {
        first ||= performance.now() - began
        bytes += piece.length
      }
    }),
  )
  say(
    `archive of ${ids.length} files: first byte after ${seconds(first)}, ${(bytes / 1e6).toFixed(1)} MB in ${seconds(result)}; ${most}`,
  )
}
