import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aMember, anAdministrator, aStaffMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { type TestOrder, writeManyOrders, writeOrders } from '../support/orders.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { beginDownload } from '../support/slow-reader.ts'
import { readXlsx } from '../support/xlsx.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.close())

const HEADINGS =
  'Primary ID,Ord No,PO No,F No,Client,Ref,Ord Stat,Ord Stat (as received),Montant Total,Amount,Currency,BL t,CTS t,BB t,PBL,PCTS,PBB,Order Date,Requested Date,Promised Date,Ship To'
const FRENCH =
  'Identifiant principal,No de commande,No de BC,No F,Client,Réf.,État,État (tel que reçu),Montant total,Montant,Devise,BL t,CTS t,BB t,PBL,PCTS,PBB,Date de commande,Date demandée,Date promise,Livrer à'

const cookies = (who: Actor) => [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** The answer itself, its body not read yet. */
const open = (who: Actor, query: string, headers: Record<string, string> = {}, url = portal.url) =>
  fetch(`${url}/api/v1/orders/export${query}`, { headers: { cookie: cookies(who), ...headers } })

async function csv(who: Actor, query = '', headers = {}) {
  const answer = await open(who, query, headers)
  expect(answer.status).toBe(200)
  const text = Buffer.from(await answer.arrayBuffer())
  const [head, ...rows] = parse(text, { bom: true }) as string[][]
  return { answer, text, head: head?.join(','), rows }
}

async function xlsx(who: Actor, query: string) {
  const answer = await open(who, query)
  expect(answer.status).toBe(200)
  const [sheet] = readXlsx(Buffer.from(await answer.arrayBuffer()))
  const [head, ...rows] = sheet?.rows ?? []
  return { answer, name: sheet?.name, head: head?.join(','), rows, formats: sheet?.formats }
}

async function aBuyer(orders: TestOrder[]) {
  const tenantId = await aTenant(portal)
  await portal.owner((tx) => writeOrders(tx, tenantId, orders))
  return Object.assign(await aMember(portal, tenantId), { tenantId })
}

const exportsOnRecord = (tenantId: number) =>
  portal.owner(async (tx) => {
    await sql`set local role portal_keeper`.execute(tx)
    return tx
      .selectFrom('audit_log')
      .select(['actor', 'by_staff', 'new'])
      .where('tenant_id', '=', tenantId)
      .where('action', '=', 'orders.exported')
      .orderBy('seq')
      .execute()
  })

describe('refusals, as problems', () => {
  it('asks for a session, the right tenant, the module and the permission, in this order', async () => {
    const visitor = createClient(portal.url)
    const nobody = await visitor.get('/api/v1/orders/export?format=pdf')
    expect([nobody.status, nobody.body.code]).toEqual([401, 'no_session'])
    expect(nobody.headers.get('content-type')).toBe('application/problem+json')

    const tenantId = await aTenant(portal)
    const analyst = await aMember(portal, tenantId, 'sales_analyst')
    const ask = async (tenant: string) => {
      const headers = { 'x-portal-tenant': tenant }
      const answer = await analyst.get('/api/v1/orders/export?format=pdf', { headers })
      return [answer.status, answer.body.code]
    }
    const setModule = (visible: boolean) =>
      portal.owner((tx) =>
        sql`insert into portal.tenant_module_visibility (tenant_id, module_id, is_visible) values (${tenantId}, 'orders', ${visible})
          on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible`.execute(tx),
      )
    await setModule(false)
    expect(await ask('all')).toEqual([409, 'tenant_changed'])
    expect(await ask(String(tenantId))).toEqual([403, 'module_hidden'])
    await setModule(true)
    expect(await ask(String(tenantId))).toEqual([403, 'permission_denied'])
    expect(await exportsOnRecord(tenantId)).toEqual([])
  })

  it.each([
    ['format=pdf', 'format'],
    ['sort=x', 'sort'],
    ['group=x', 'group'],
    ['search=%00', 'search'],
  ])('answers 422 to %s', async (query, field) => {
    const buyer = await aBuyer([])
    const answer = await buyer.get(`/api/v1/orders/export?${query}`)
    expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([422, 'validation', field])
    expect(await exportsOnRecord(buyer.tenantId)).toEqual([])
  })

  it('allows thirty a minute and session, exactly, over two servers', async () => {
    const buyer = await aBuyer([])
    const other = await aMember(portal, buyer.tenantId)
    const second = await portal.another()
    try {
      await portal.owner((tx) =>
        sql`insert into auth.rate_windows (bucket, starts_at, used)
          select 'export ' || s.id, to_timestamp(floor(extract(epoch from now()) / 60) * 60 + later), 28
            from auth.sessions s, (values (0), (60)) l (later) where s.user_id = ${buyer.userId}`.execute(tx),
      )
      const urls = [portal.url, second.url, portal.url, second.url, second.url]
      const answers = await Promise.all(urls.map((url) => open(buyer, '', {}, url)))
      const allowed = answers.filter(({ status }) => status === 200)
      const refused = answers.filter(({ status }) => status === 429)
      expect([allowed.length, refused.length]).toEqual([2, 3])
      for (const answer of refused) {
        expect(((await answer.json()) as Json).code).toBe('rate_limited')
        const wait = Number(answer.headers.get('retry-after'))
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(60)
      }
      for (const answer of allowed) await answer.text()
      expect((await open(other, '')).status).toBe(200)
    } finally {
      await second.stop()
    }
  })
})

describe('the file', () => {
  const RISKY: TestOrder = {
    ord_no: '=1+1',
    primary_no: '+1-1',
    po_no: '@SUM(A1)',
    f_no: '-2+3',
    client_name: '=HYPERLINK("http://evil.example","a")',
    ref: '\t=1',
    ord_stat: '-7',
    montant_total: '-1 234,50 $',
    amount_cents: '-123450',
    currency: 'USD',
    bl_t: '-',
    order_date: '2026-11-21',
  }

  it('has every matching row, in the order asked for, as the list has', async () => {
    const tenantId = await aTenant(portal)
    await portal.owner((tx) => writeManyOrders(tx, tenantId, 3210, 'Common'))
    const buyer = await aMember(portal, tenantId)
    for (const query of [
      '',
      '?group=issues',
      '?status=blend&search=client%2013',
      '?search=common&sort=clientName',
    ]) {
      const { body } = await buyer.get(`/api/v1/orders${query}${query ? '&' : '?'}limit=1000`)
      const more = body.nextCursor
        ? (await buyer.get(`/api/v1/orders${query}${query ? '&' : '?'}limit=1000&cursor=${body.nextCursor}`))
            .body.items
        : []
      const shown = [...body.items, ...more].map((item: Json) => item.ordNo)
      const { rows, head } = await csv(buyer, query)
      expect([query, rows.length, head]).toEqual([query, body.total, HEADINGS])
      expect(rows.slice(0, shown.length).map((row) => row[1])).toEqual(shown)
      const book = await xlsx(buyer, `${query}${query ? '&' : '?'}format=xlsx`)
      expect([book.rows.length, book.head]).toEqual([body.total, HEADINGS])
      expect(book.rows.map((row) => row[1])).toEqual(rows.map((row) => row[1]))
    }
  })

  it('is CSV with a byte order mark, text that no spreadsheet runs, and figures as they are', async () => {
    const { answer, text, rows } = await csv(await aBuyer([RISKY]))
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(text.subarray(0, 3).toString('hex')).toBe('efbbbf')
    expect(rows).toEqual([
      [
        "'+1-1",
        "'=1+1",
        "'@SUM(A1)",
        "'-2+3",
        '\'=HYPERLINK("http://evil.example","a")',
        "'\t=1",
        ...['-7', '-7'],
        "'-1 234,50 $",
        '-1234.50',
        'USD',
        '-',
        ...['', '', '', '', ''],
        '2026-11-21',
        ...['', '', ''],
      ],
    ])
  })

  it('is XLSX with real figures and dates', async () => {
    const { answer, name, rows, formats } = await xlsx(await aBuyer([RISKY]), '?format=xlsx')
    expect(answer.headers.get('content-type')).toMatch(/spreadsheetml\.sheet$/)
    expect(name).toBe('Orders')
    expect(rows[0]?.slice(0, 10)).toEqual([
      '+1-1',
      '=1+1',
      '@SUM(A1)',
      '-2+3',
      '=HYPERLINK("http://evil.example","a")',
      '\t=1',
      ...['-7', '-7'],
      '-1 234,50 $',
      -1234.5,
    ])
    expect([rows[0]?.[17], formats?.[1]?.[9], formats?.[1]?.[17]]).toEqual([46347, 2, 4])
  })

  it('speaks the language of the screen, else the stored one', async () => {
    const buyer = await aBuyer([])
    const screen = await csv(buyer, '', { 'x-portal-language': 'fr-CA' })
    expect(screen.head).toBe(FRENCH)
    const blending = (
      await csv(await aBuyer([{ ...RISKY, ord_stat: 'Blend' }]), '', { 'x-portal-language': 'fr-CA' })
    ).rows
    expect(blending[0]?.slice(6, 8)).toEqual(['Mélange', 'Blend'])
    const name = screen.answer.headers.get('content-disposition')
    expect(name).toMatch(
      /^attachment; filename="commandes-\d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''commandes-\d{4}-\d\d-\d\d\.csv$/,
    )
    await portal.owner((tx) =>
      tx.updateTable('profiles').set({ language: 'fr-CA' }).where('user_id', '=', buyer.userId).execute(),
    )
    expect((await csv(buyer)).head).toBe(FRENCH)
    const english = await csv(buyer, '', { 'x-portal-language': 'en' })
    expect(english.answer.headers.get('content-disposition')).toMatch(/filename="orders-/)
  })

  it('is named by the day where the asker is', async () => {
    const buyer = await aBuyer([])
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await portal.owner((tx) =>
        tx.updateTable('profiles').set({ timezone }).where('user_id', '=', buyer.userId).execute(),
      )
      const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: timezone })
      const before = today()
      const name = (await csv(buyer)).answer.headers.get('content-disposition')
      expect([before, today()].some((day) => name?.includes(`orders-${day}.csv`))).toBe(true)
    }
  })
})

describe('whose orders it holds, and the record of it', () => {
  it('a member gets the own ones; staff and administrators theirs, with the company', async () => {
    const mark = 'Export 42'
    const own = await aBuyer([{ ord_no: 'own', client_name: mark }])
    const other = await aBuyer([{ ord_no: 'other', client_name: mark }])
    await portal.owner((tx) => writeOrders(tx, 0, [{ ord_no: 'nobody', client_name: mark }]))
    const query = '?search=export+42'
    const ordNos = async (who: Actor, column: number) =>
      (await csv(who, query)).rows.map((row) => row[column]).sort()
    expect(await ordNos(own, 1)).toEqual(['own'])
    expect(await ordNos(other, 1)).toEqual(['other'])
    const staff = await aStaffMember(portal, 'account_manager', [own.tenantId])
    expect(await ordNos(staff, 2)).toEqual(['own'])
    const admin = await anAdministrator(portal)
    expect((await csv(admin, query)).head).toBe(`Company,${HEADINGS}`)
    expect(await ordNos(admin, 2)).toEqual(['nobody', 'other', 'own'])
  })

  it('what was asked for, how many rows, by whom', async () => {
    const buyer = await aBuyer([{ ord_stat: 'Blend' }, { ord_stat: 'Blend' }, { ord_stat: 'Cancelled' }])
    await csv(buyer, '?group=issues&format=csv')
    await xlsx(buyer, '?format=xlsx&status=blend&sort=-amount')
    const records = await exportsOnRecord(buyer.tenantId)
    expect(records.map(({ actor, by_staff }) => [actor, by_staff])).toEqual([
      [buyer.userId, false],
      [buyer.userId, false],
    ])
    expect(records.map((record) => record.new)).toEqual([
      { group: 'issues', sort: '-ordNo', format: 'csv', language: 'en', rows: 1 },
      { status: 'blend', sort: '-amount', format: 'xlsx', language: 'en', rows: 2 },
    ])
  })
})

describe('while it is under way', () => {
  /** More than the sockets between us hold, so that the server has to wait for its reader. */
  async function aLargeTenant() {
    const tenantId = await aTenant(portal)
    await portal.owner((tx) => writeManyOrders(tx, tenantId, 30_000, 'Wide', true))
    return Object.assign(await aMember(portal, tenantId), { tenantId })
  }
  /** Looked at as a superuser: to others, other sessions show nothing. */
  async function asSuperuser<R extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<R[]> {
    const client = new pg.Client(portal.location.owner)
    await client.connect()
    try {
      return (await client.query<R>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  const openTransactions = async () => {
    const rows = await asSuperuser<{ pid: number }>(`select pid from pg_stat_activity
      where datname = current_database() and usename like 'portal_app%' and state <> 'idle'`)
    return rows.map(({ pid }) => pid)
  }

  const begin = (who: Actor, query: string, encoding = 'identity') =>
    beginDownload(`${portal.url}/api/v1/orders/export${query}`, {
      cookie: cookies(who),
      'accept-encoding': encoding,
    })
  const logged = (text: string) =>
    expect.poll(() => portal.lines.some((line) => line.includes(text)), { timeout: 10_000 }).toBe(true)

  it.each([
    ['csv', 'identity'],
    ['csv', 'gzip'],
    ['xlsx', 'identity'],
  ])('a fault breaks the connection: no half of a file looks whole (%s, %s)', async (format, encoding) => {
    const buyer = await aLargeTenant()
    portal.lines.length = 0
    const answer = await begin(buyer, `?format=${format}`, encoding)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined)
    const pids = await openTransactions()
    expect(pids).toHaveLength(1)
    await asSuperuser('select pg_terminate_backend($1)', pids)
    await expect(answer.toArray()).rejects.toThrow('aborted')
    expect(answer.complete).toBe(false)
    await logged('export broke')
    // The next one is served as ever.
    expect((await buyer.get('/api/v1/orders?limit=1')).status).toBe(200)
  })

  it('others are recorded beside it, and leaving it ends its transaction', async () => {
    const buyer = await aLargeTenant()
    const answer = await begin(buyer, '')
    expect(await openTransactions()).toHaveLength(1)
    // The audit chain of this tenant is free.
    const { rows } = await csv(await aMember(portal, buyer.tenantId), '?search=client%2013')
    expect(rows.length).toBeGreaterThan(0)
    expect(await exportsOnRecord(buyer.tenantId)).toHaveLength(2)
    answer.destroy()
    await expect.poll(openTransactions, { timeout: 10_000 }).toEqual([])
    await logged('the reader left an export')
  })
})
