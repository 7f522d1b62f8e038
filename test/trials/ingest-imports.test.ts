import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, anAdministrator } from '../support/actors.ts'
import type { Json } from '../support/client.ts'
import { runCommand } from '../support/command-line.ts'
import { peek, type Sender, sender } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { readExpected } from '../support/trial-sales.ts'

type Variant = {
  expected: {
    records?: number
    qty?: number
    amount?: string
    refused?: true
    error_on_data_row?: number
    line?: number
    code?: string
  }
  faulty_data_rows?: Record<string, string>
}
const variants = Object.entries(readExpected('import-variants').files as Record<string, Variant>)

/** The mapping that an operator writes for the French file. */
const FRENCH = {
  columns: {
    'Date facture': 'Invoice Date',
    'No facture': 'Invoice No',
    'Code client': 'Client Code',
    'Nom du client': 'Customer Name',
    'No article': 'Item No',
    'Nom article': 'Item Name',
    'Qté vendue': 'Qty Sold',
    'Prix unitaire': 'Unit Price',
    Montant: 'Amount',
    'Code taxe': 'Tax Code',
    Année: 'Year',
    Mois: 'Month',
    No: 'Id',
    'Montant 2': 'Amt_2',
    Entrepôt: null,
  },
}

let portal: TestPortal
let admin: Actor
let send: Sender
let folder: string
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: '2025-08-31' })
  admin = await anAdministrator(portal)
  send = sender(portal.url, await aKey(portal))
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-trial-'))
  fs.writeFileSync(path.join(folder, 'french.json'), JSON.stringify(FRENCH))
})
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
  await portal?.close()
})

const runImport = (name: string) =>
  runCommand(portal, [
    'import',
    'sales-history',
    `../shared/data/imports/${name}`,
    ...(name.includes('french_headers') ? ['--mapping', path.join(folder, 'french.json')] : []),
  ])
async function push(name: string) {
  const file = fs.readFileSync(`../shared/data/imports/${name}`)
  const form = new FormData()
  form.append('mapping', new Blob([JSON.stringify(FRENCH)]))
  form.append('file', new Blob([file]), name)
  const response = await fetch(`${portal.url}/api/v1/ingest/sales-history`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await aKey(portal)}` },
    body: name.includes('french_headers') ? form : file,
  })
  return { status: response.status, body: (await response.json()) as Json }
}
async function importFile(name: string, faulty = false) {
  const { code, stdout, stderr } = await runImport(name)
  expect(code, stderr).toBe(faulty ? 1 : 0)
  return JSON.parse(stdout)
}
const shown = async () => (await admin.get('/api/v1/sales/history')).body.totals
const clear = async () => {
  expect((await send('sales-history?mode=replace&scope=all&confirm=true', [])).status).toBe(200)
  expect(await shown()).toMatchObject({ lines: 0, quantity: 0, amount: '0.00', orders: 0 })
}

describe('every file of an operator', () => {
  it.each(variants.filter(([, { expected }]) => expected.records !== undefined))(
    '%s shows its figures',
    async (name, { expected, faulty_data_rows }) => {
      const { error_on_data_row: only } = expected
      const faulty = only === undefined ? Object.keys(faulty_data_rows ?? {}) : [String(only)]
      const answer = await importFile(name, faulty.length > 0)
      expect(answer.inserted).toBe(expected.records)
      expect([...new Set(answer.errors.map(({ row }: { row: number }) => String(row)))]).toEqual(faulty)
      if (only !== undefined)
        expect(answer.errors).toMatchObject([{ line: expected.line, code: expected.code }])
      expect(await shown()).toMatchObject({
        lines: expected.records,
        quantity: expected.qty,
        amount: Number(expected.amount).toFixed(2),
      })
      // Once more, over HTTP: the same rows are read, and nothing is doubled.
      const pushed = await push(name)
      expect(pushed.status).toBe(200)
      expect(pushed.body).toMatchObject({ inserted: 0, updated: 0, received: answer.received })
      expect(pushed.body.errors).toEqual(answer.errors)
      await clear()
    },
    60_000,
  )

  it.each(variants.filter(([, { expected }]) => expected.refused))(
    '%s is refused in a sentence',
    async (name) => {
      const { code, stdout, stderr } = await runImport(name)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/The body is (empty|not a table)/),
        expect.stringMatching(/^kept as batch \d+ /),
      ])
      expect((await push(name)).status).toBe(422)
      expect(await shown()).toMatchObject({ lines: 0 })
    },
    60_000,
  )

  it('spells accented names the same whatever the encoding, and keeps formulas as text', async () => {
    for (const name of ['01_base_utf8_lf.csv', '03_windows1252_crlf.csv', '06_utf16le_tab.txt']) {
      await importFile(name)
      for (const [search, customer] of [
        ['koniglich', 'Königlich Essen'],
        ['königlich', 'Königlich Essen'],
      ]) {
        const { body } = await admin.get(
          `/api/v1/sales/lines?limit=1&search=${encodeURIComponent(search as string)}`,
        )
        expect(body).toMatchObject({ items: [{ customer }] })
      }
      await clear()
    }
    await importFile('35_formula_names.csv')
    const names = await peek(
      portal,
      `select customer_name as name from portal.customer_names where customer_name ~ '^[=+@-]' union all select item_name from portal.item_names where item_name ~ '^[=+@-]'`,
    )
    expect(names.length).toBeGreaterThanOrEqual(4)
    await clear()
    expect(await peek(portal, 'select * from portal.verify_sales()')).toEqual([])
  }, 90_000)
})
