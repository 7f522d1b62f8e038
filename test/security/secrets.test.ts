import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, startBeside } from '../faults/support/beside.ts'
import { aKey, aMember, anAdministrator, aTenant, PASSWORD } from '../support/actors.ts'
import { createClient } from '../support/client.ts'
import { peek } from '../support/ingest.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const canary = () => `canary-${randomBytes(12).toString('hex')}`

let portal: TestPortal
let beside: Awaited<ReturnType<typeof startBeside>>
/** What nobody may ever read, by what it is. */
let secrets: Record<string, string>
beforeAll(async () => {
  portal = await startTestPortal()
  const environment = {
    S3_SECRET: canary(),
    PAYMENTS_SECRET_KEY: canary(),
    PAYMENTS_WEBHOOK_SECRET: canary(),
    AI_API_KEY: canary(),
  }
  const mail = canary()
  const sms = canary()
  const SMTP_URL = `smtp://portal:${mail}@127.0.0.1:9`
  const SMS_WEBHOOK_URL = `http://portal:${sms}@127.0.0.1:9/send`
  const outside = {
    SMTP_URL,
    MAIL_FROM: 'portal@example.com',
    SMS_WEBHOOK_URL,
    AI_BASE_URL: 'http://127.0.0.1:9/v1',
    AI_MODEL: 'x',
    PAYMENTS_BASE_URL: 'http://127.0.0.1:9',
  }
  beside = await startBeside(portal, { ...environment, ...outside })
  secrets = {
    ...environment,
    'mail password': mail,
    'SMS password': sms,
    ...portal.secrets,
    folder: process.cwd(),
    'data folder': portal.dataDir,
  }
  for (const role of ['portal_app', 'portal_auth'] as const) {
    const password = portal.location.password(role)
    if (password) secrets[role] = password
  }
})
afterAll(async () => {
  await beside?.stop()
  await portal?.close()
})

/** The names of the secrets that a text holds, as they are or encoded. */
function leaks(text: string): string[] {
  const forms = (secret: string) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64url').slice(0, -2),
    Buffer.from(secret).toString('hex'),
  ]
  return Object.entries(secrets).flatMap(([name, secret]) =>
    forms(secret).some((form) => text.includes(form)) ? [name] : [],
  )
}

describe('secrets of the installation', () => {
  it('are in no answer, whoever asks what, and in nothing that the server prints', async () => {
    const member = await aMember(portal, await aTenant(portal))
    const administrator = await anAdministrator(portal)
    const key = await aKey(portal)
    const described = Object.keys((await createClient(beside.url).get('/api/v1/openapi.json')).body.paths)
    const reads = described.map((address) => `/api/v1${address.replace(/\{\w+\}/g, '1')}`)
    const pages = [
      '/',
      '/orders',
      '/api/docs',
      '/api/nothing',
      '/favicon.svg',
      '/.env',
      '/secrets.json',
      '/metrics',
    ]
    const paths = [...reads, ...pages, '/healthz', '/readyz'].filter((address) => !/\/events$/.test(address))
    const asAll: Record<string, string>[] = [
      {},
      { cookie: cookieOf(member) },
      { cookie: cookieOf(administrator) },
      { authorization: `Bearer ${key}` },
    ]
    const statuses = new Set<number>()
    let answers = 0
    const look = async (address: string, init: RequestInit) => {
      const answer = await fetch(beside.url + address, { redirect: 'manual', ...init })
      const text = `${JSON.stringify([...answer.headers])} ${await answer.text()}`
      expect([address, leaks(text)]).toEqual([address, []])
      statuses.add(answer.status)
      answers++
    }
    const everything = async () => {
      const askAs = async (headers: Record<string, string>) => {
        for (const address of paths) {
          await look(address, { headers })
          const body = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
          for (const text of [
            '{',
            '{"tenantId":"x"}',
            `{"email":"${member.email}","password":"${PASSWORD}x"}`,
          ])
            if (!/sign-out|refresh/.test(address)) await look(address, { ...body, body: text })
        }
      }
      await Promise.all(asAll.map(askAs))
    }
    await everything()
    // Faults say the least.
    await peek(
      portal,
      'revoke select on portal.feeds, portal.orders, portal.profiles from portal_member, portal_staff, portal_admin',
    )
    await everything()
    await peek(
      portal,
      'grant select on portal.feeds, portal.orders, portal.profiles to portal_member, portal_staff, portal_admin',
    )
    expect([...statuses]).toEqual(expect.arrayContaining([200, 401, 403, 404, 422, 500]))
    expect(answers).toBeGreaterThan(200)
    // The folders stand in the stack of a fault and beside the file of the set-up link, which are the operator's alone.
    expect(leaks(beside.said()).filter((name) => !name.endsWith('folder'))).toEqual([])
    console.log(`secrets: ${answers} answers without any of ${Object.keys(secrets).length} secrets`)
  })

  it('are seen by this test when they are there', () => {
    const { sessions = '' } = secrets
    expect(leaks(`x${sessions}x`)).toEqual(['sessions'])
    expect(leaks(Buffer.from(`${sessions}`).toString('base64url'))).toEqual(['sessions'])
  })
})

describe('what is sent to browsers', () => {
  const files = (folder: string): string[] =>
    fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const file = path.join(folder, entry.name)
      return entry.isDirectory() ? files(file) : [file]
    })
  const SHAPES: Record<string, RegExp> = {
    'private key': /-----BEGIN [A-Z ]*PRIVATE KEY/,
    'cloud key': /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
    'key of a provider': /\b(sk|pk|rk)[-_](live|test|proj)[-_]\w{12,}|\bgh[pousr]_\w{20,}|\bxox[abp]-\w{10,}/,
    'address with a password': /\b[a-z]+:\/\/[^\s"'`/:@]+:[^\s"'`/@${]+@/,
    'token of ours': /\bllk_[\w-]{20,}/,
    'signed token': /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
    'source map': /\/\/[#@] ?sourceMappingURL=/,
    'folder of the build': new RegExp(process.cwd().replace(/[^\w/]/g, '\\$&')),
  }

  it('holds nothing that has the shape of a secret, and no source map', () => {
    const built = files('dist/web')
    expect(built.length).toBeGreaterThan(10)
    expect(built.filter((file) => file.endsWith('.map'))).toEqual([])
    for (const file of built.filter((name) => /\.(js|css|html|json|svg|webmanifest|txt)$/.test(name))) {
      const text = fs.readFileSync(file, 'utf8')
      const found = Object.entries(SHAPES).flatMap(([name, shape]) => (shape.test(text) ? [name] : []))
      expect([file, found]).toEqual([file, []])
    }
  })

  it.each([
    ['private key', '-----BEGIN RSA PRIVATE KEY-----'],
    ['cloud key', 'const k="AKIAABCDEFGHIJKLMNOP"'],
    ['address with a password', 'postgres://portal:hunter2@db/lotline'],
    ['token of ours', 'llk_abcdefghijklmnopqrstuvwxyz'],
    ['source map', '//# sourceMappingURL=index.js.map'],
  ])('would be caught with a %s', (name, text) => {
    expect(SHAPES[name]?.test(text)).toBe(true)
  })
})
