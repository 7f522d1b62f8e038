import { afterAll, beforeAll, expect, it } from 'vitest'
import { aKey, aTenant } from '../support/actors.ts'
import { currentSale, sale, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { connectSuperuser, type Superuser } from './support/superuser.ts'

let portal: TestPortal
let superuser: Superuser
beforeAll(async () => {
  portal = await startTestPortal()
  superuser = await connectSuperuser(portal.location)
  await aTenant(portal, { clientCodes: ['A'] })
  await aTenant(portal, { clientCodes: ['B'] })
  const send = sender(portal.url, await aKey(portal))
  const clients = ['A', 'B', 'nobody’s']
  for (const answer of [
    await send(
      'orders',
      clients.map((code, at) => ({ ...ORDER, Primary: `p${at}`, 'Ord No': `${at}`, 'Client Code': code })),
    ),
    await send(
      'sales-history',
      clients.map((code, at) => sale(`h${at}`, { 'Client Code': code })),
    ),
    await send(
      'current-sales',
      clients.map((code, at) => currentSale(`c${at}`, { 'Account Number': code })),
    ),
  ])
    expect([answer.status, answer.text.includes('"rejected":0')]).toEqual([200, true])
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
})

const ORDER = {
  'PO No': 'BC-7',
  'F No': 'F-9',
  'Client Name': 'Clinique',
  Ref: 'Étiquettes',
  'Ord Stat': 'Packaging',
  'Montant Total': '1 234,50 $',
  'BL t': 'Done',
  'CTS t': 'green',
  'BB t': '✓',
  PBL: '✓',
  PCTS: '',
  PBB: '-',
}

async function asLegacy(statement: string) {
  await superuser.query('begin; set local role portal_tables')
  try {
    return (await superuser.query(statement)).rows
  } finally {
    await superuser.query('rollback')
  }
}

it('"GH ordre" has the source’s fourteen columns, texts as received, and no order of nobody’s', async () => {
  const rows = await asLegacy('select * from legacy."GH ordre" order by "Primary"')
  expect(rows).toEqual(
    ['p0', 'p1'].map((Primary, at) => ({ Primary, 'Ord No': `${at}`, ...ORDER, PCTS: rows[at]?.PCTS })),
  )
  expect(rows.map(({ PCTS }) => PCTS || null)).toEqual([null, null])
})

it('the views of sales leave out what is nobody’s, too', async () => {
  const idsOf = async (view: string) =>
    (await asLegacy(`select * from legacy."${view}"`)).map((row) => row.Id ?? row.id).sort()
  expect(await idsOf('GH Sales History')).toEqual(['h0', 'h1'])
  expect(await idsOf('GH Current Sales')).toEqual(['c0', 'c1'])
})

it('the role of the views reads them, and nothing else', async () => {
  for (const refused of [
    'select * from portal.unassigned_orders',
    'select * from portal.invoices',
    'select * from auth.users',
    `update legacy."GH ordre" set "Ref" = 'x'`,
    'delete from legacy."GH ordre"',
  ])
    await expect(asLegacy(refused), refused).rejects.toMatchObject({ code: '42501' })
})
