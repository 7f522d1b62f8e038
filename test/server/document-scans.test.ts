import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openScanner } from '../../src/platform/server/scan/open-scanner.ts'
import { connectSuperuser, type Superuser } from '../security/support/superuser.ts'
import { type Actor, aMember, aStaffMember, aTenant } from '../support/actors.ts'
import type { Answer, Json } from '../support/client.ts'
import { addressOf, pdf, sendFile } from '../support/documents.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { startScanner } from '../support/scanner.ts'
import { eventually } from '../support/upload.ts'

const ADMIN = '/api/v1/admin/documents'

let portal: TestPortal
let scanner: Awaited<ReturnType<typeof startScanner>>
let superuser: Superuser
let member: Actor
let quality: Actor
beforeAll(async () => {
  scanner = await startScanner()
  portal = await startTestPortal({ SCAN_URL: scanner.url })
  superuser = await connectSuperuser(portal.location)
  member = await aMember(portal, await aTenant(portal))
  quality = await aStaffMember(portal, 'quality')
})
afterAll(async () => {
  await superuser?.end()
  await portal?.close()
  await scanner?.close()
})

const said = ({ status, body }: Answer<Json>) => [status, body.code]

describe('a scanner (E8)', () => {
  const add = async (content: Buffer) =>
    (await sendFile(portal.url, quality, addressOf('scanned.pdf'), content)).body.id as number
  const stateOf = async (id: number) => (await quality.get(`${ADMIN}/${id}`)).body.versions[0].scan
  const releaseNow = (id: number) =>
    quality.post(`${ADMIN}/${id}/release`, { version: 1, reason: 'Approved' })
  const open = (id: number) => quality.get(`/api/v1/documents/${id}/versions/1/file`)

  it.each([
    ['infected', 'infected', 'scan_infected'],
    ['broken', 'pending', 'scan_pending'],
  ] as const)('that says %s keeps a file from being opened and released', async (manner, state, code) => {
    const content = pdf(`scanned ${manner}`)
    scanner.behave(content, manner)
    const id = await add(content)
    await eventually(async () => scanner.seen(content) > 0 && (await stateOf(id)) === state)
    expect([said(await releaseNow(id)), said(await open(id))]).toEqual([
      [409, code],
      [409, code],
    ])
  })

  it('is asked again after it failed, and once for each content', async () => {
    const content = pdf('scanned at last')
    scanner.behave(content, 'broken', 1)
    const id = await add(content)
    await eventually(async () => (await stateOf(id)) === 'clean')
    expect(scanner.seen(content)).toBe(2)
    const again = await add(content)
    expect(await stateOf(again)).toBe('clean')
    expect((await releaseNow(again)).status).toBe(200)
    expect((await member.get(`/api/v1/documents/${again}/file`)).status).toBe(200)
    expect(scanner.seen(content)).toBe(2)
  })

  it('looks at what was there before it, and what is infected is offered no more', async () => {
    const content = pdf('from before the scanner')
    const id = await add(content)
    await eventually(async () => (await stateOf(id)) === 'clean')
    expect((await releaseNow(id)).status).toBe(200)
    expect((await member.get(`/api/v1/documents/${id}/file`)).status).toBe(200)
    const shown = async () => {
      const document = (await member.get(`/api/v1/documents/${id}`)).body
      const { items, counts } = (await member.get('/api/v1/qaqc/documents?shelf=qa&limit=100')).body
      const row = items.find((one: Json) => one.id === id)
      const kept = (await quality.get(`${ADMIN}/${id}`)).body
      const found = (await quality.get(`${ADMIN}?status=blocked`)).body.items.map((one: Json) => one.id)
      return {
        opens: [document, document.versions[0], row].map(({ opens }) => opens),
        status: [document, row, kept].map(({ status }) => status),
        ...{ counted: counts.statuses.blocked ?? 0, found },
      }
    }
    const available = 'available'
    expect(await shown()).toEqual({
      ...{ opens: [true, true, true], status: [available, available, available], counted: 0, found: [] },
    })
    scanner.behave(content, 'infected')
    const queue = () => superuser.value<number>('select auth.queue_unscanned()')
    expect(await queue(), 'everything was scanned').toBe(0)
    // As if there had been no scanner when it came.
    await superuser.query('delete from document_scans where checksum = sha256($1)', [content])
    expect(await queue()).toBe(1)
    await eventually(async () => (await stateOf(id)) === 'infected')
    expect(await shown(), 'no button that leads nowhere, and no word that promises it').toEqual({
      ...{ opens: [false, false, false], status: ['blocked', 'blocked', 'blocked'], counted: 1, found: [id] },
    })
    expect(said(await member.get(`/api/v1/documents/${id}/file`))).toEqual([409, 'scan_infected'])
    expect(said(await open(id))).toEqual([409, 'scan_infected'])
    const heard = async () =>
      (await quality.get('/api/v1/notices')).body.items.some(
        ({ link }: Json) => link === `/admin/documents/${id}`,
      )
    await eventually(heard)
  })

  it('keeps an attachment of an issue from being opened, too, until it is clean', async () => {
    const { body: issue } = await member.post('/api/v1/issues', {
      ...{ title: 'Torn bags', description: 'Two of them.', type: 'damaged_product', priority: 'medium' },
    })
    const attach = async (content: Buffer) => {
      const path = `/api/v1/issues/${issue.id}/files?name=photo.pdf`
      return `/api/v1/issues/${issue.id}/files/${(await sendFile(portal.url, member, path, content)).body.id}`
    }
    const bad = pdf('attached and bad')
    scanner.behave(bad, 'infected')
    const refused = await attach(bad)
    await eventually(async () => said(await member.get(refused))[1] === 'scan_infected')
    const good = await attach(pdf('attached and clean'))
    await eventually(async () => (await member.get(good)).status === 200)
  })

  it('may be a program: 0 is clean, 1 infected, and anything else no verdict', async () => {
    const ask = (code: string) => {
      const scan = openScanner({
        scanCommand: `node -e process.stdin.resume().on("end",()=>process.exit(${code}))`,
      })
      return scan?.(Readable.from([Buffer.from('x')]))
    }
    expect([await ask('0'), await ask('1')]).toEqual(['clean', 'infected'])
    await expect(ask('2')).rejects.toThrow('ended with 2')
    await expect(openScanner({ scanCommand: '/no/such/program' })?.(Readable.from(['x']))).rejects.toThrow()
  })
})
