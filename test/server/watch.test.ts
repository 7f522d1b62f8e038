import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand, urlOf } from '../support/command-line.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
let root: string
beforeAll(async () => {
  portal = await startTestPortal()
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-watch-'))
})
afterAll(async () => {
  fs.rmSync(root, { recursive: true, force: true })
  await portal?.close()
})

let folders = 0
function aFolder(files: Record<string, string> = {}): string {
  const folder = path.join(root, String(++folders))
  fs.mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), content)
  return folder
}
const tree = (folder: string) =>
  (fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }) as string[])
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .sort()
const report = (folder: string, name: string) =>
  JSON.parse(fs.readFileSync(path.join(folder, `${name}.report.json`), 'utf8'))
const HEAD = 'Id;Year;Month;Invoice No;Qty Sold;Amount\n'
const line = (id: string, amount = '1,50') => `${id};2024;1;${id};1;${amount}\n`
const watch = (folder: string, ...more: string[]) =>
  runCommand(portal, ['watch', folder, '--every', '0.2', '--once', ...more])
const SALES = ['--kind', 'sales-history']

describe('portal watch', () => {
  it('says what is wrong with how it was called, and leaves every file where it is', async () => {
    const folder = aFolder({ 'a.csv': HEAD + line('A') })
    for (const [parameters, said] of [
      [[folder], /required option '--kind/],
      [[folder, '--kind', 'pamphlets'], /^There is no kind "pamphlets"/],
      [[path.join(root, 'absent'), ...SALES], /^There is no folder .*absent/],
      [[folder, ...SALES, '--every', '0'], /^--every takes seconds/],
      [[folder, ...SALES, '--mapping', 'nobody-saved-it'], /^There is no mapping file nobody-saved-it/],
      [[folder, ...SALES, '--encoding', 'klingon'], /^--encoding: /],
    ] as const) {
      const { code, stderr } = await runCommand(portal, ['watch', '--once', ...parameters])
      expect([code, stderr]).toEqual([1, expect.stringMatching(said)])
    }
    expect(tree(folder)).toEqual(['a.csv'])
  })

  it('moves what came in to done/ and what did not to failed/, each with its report', async () => {
    const folder = aFolder({
      'good.csv': HEAD + line('G1') + line('G2'),
      'partly.csv': HEAD + line('P1') + line('P2', 'abc'),
      'picture.csv': '%PDF-1.4',
      '.hidden.csv': HEAD,
      'growing.csv.part': HEAD,
    })
    fs.symlinkSync(path.join(folder, 'good.csv'), path.join(folder, 'link.csv'))
    const { code, stderr } = await watch(folder, ...SALES)
    expect(code, stderr).toBe(1)
    fs.unlinkSync(path.join(folder, 'link.csv'))
    expect(tree(folder)).toEqual([
      '.hidden.csv',
      'done/good.csv',
      'done/good.csv.report.json',
      'failed/partly.csv',
      'failed/partly.csv.report.json',
      'failed/picture.csv',
      'failed/picture.csv.report.json',
      'growing.csv.part',
    ])
    expect(report(folder, 'done/good.csv')).toMatchObject({
      ...{ file: 'good.csv', kind: 'sales-history', source: 'main', outcome: 'done' },
      answer: { received: 2, inserted: 2, rejected: 0 },
    })
    expect(report(folder, 'failed/partly.csv')).toMatchObject({
      outcome: 'rejected_rows',
      answer: { inserted: 1, rejected: 1, errors: [{ line: 3 }] },
    })
    expect(report(folder, 'failed/picture.csv')).toMatchObject({
      outcome: 'refused',
      problem: { status: 422, code: expect.any(String), title: expect.any(String) },
    })
    expect(stderr).toMatch(/good\.csv: 2 rows: 2 new, 0 changed, 0 unchanged, 0 rejected/)
  })

  it('overwrites nothing when a name comes again', async () => {
    const folder = aFolder({ 'daily.csv': HEAD + line('D1') })
    expect((await watch(folder, ...SALES)).code).toBe(0)
    fs.writeFileSync(path.join(folder, 'daily.csv'), HEAD + line('D1', '2,50'))
    expect((await watch(folder, ...SALES)).code).toBe(0)
    const done = tree(folder).filter((name) => !name.endsWith('.report.json'))
    expect(done).toEqual(
      ['done/daily.csv', expect.stringMatching(/^done\/daily \d{4}-\d\d-\d\dT[\d-]+Z\.csv$/)].sort(),
    )
    expect(fs.readFileSync(path.join(folder, 'done/daily.csv'), 'utf8')).toContain('1,50')
    const rows = await peek(
      portal,
      "select amount_cents from portal.unassigned_sales_history where source_key = 'D1'",
    )
    expect(rows).toEqual([{ amount_cents: 250 }])
  })

  it('waits for a file that still grows, and stops at SIGTERM', async () => {
    const folder = aFolder()
    const env = { ...process.env, DATA_DIR: path.join(root, 'data'), DATABASE_URL: urlOf(portal.location) }
    const child = spawn(process.execPath, ['dist/server/cli.js', 'watch', folder, ...SALES, '--every', '1'], {
      env,
    })
    let said = ''
    child.stderr.on('data', (text) => (said += text))
    const ended = new Promise((resolve) => child.once('close', resolve))
    try {
      await expect.poll(() => said).toContain('Watching')
      const file = path.join(folder, 'slow.csv')
      fs.writeFileSync(file, HEAD)
      for (let n = 0; n < 12; n++) {
        await new Promise((resolve) => setTimeout(resolve, 250))
        fs.appendFileSync(file, line(`S${n}`))
      }
      await expect.poll(() => tree(folder), { timeout: 60_000 }).toContain('done/slow.csv.report.json')
      expect(report(folder, 'done/slow.csv').answer).toMatchObject({ received: 12, inserted: 12 })
    } finally {
      child.kill('SIGTERM')
    }
    expect(await ended).toBe(0)
  })
})
