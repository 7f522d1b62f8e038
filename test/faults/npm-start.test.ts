import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { PEOPLE } from '../../src/app/server/demo/people.ts'
import { findRunningPostgres } from '../../src/platform/server/embedded-postgres/find-running-postgres.ts'
import { readPidFile } from '../../src/platform/server/embedded-postgres/postmaster.ts'
import { createClient } from '../support/client.ts'
import { LONG } from '../support/form.ts'
import { openProof } from './support/proof.ts'
import { type Account, copyProject, mayRun, startIn } from './support/started-copy.ts'

const isRoot = process.getuid?.() === 0
const ROOT_OR_SELF: Account = { name: isRoot ? 'root' : 'an ordinary user' }
const ORDINARY: Account = { name: 'an ordinary user', uid: 65534, gid: 65534 }
/** As everybody else starts it; as root too in the long form, or where no other account can. */
const ACCOUNTS = !isRoot || !mayRun(ORDINARY) ? [ROOT_OR_SELF] : LONG ? [ORDINARY, ROOT_OR_SELF] : [ORDINARY]

const proof = openProof('npm-start')
const PASSWORD = 'demo-Portal-2025'
const BUYER = 'buyer@boreal.example'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) {
    const dataDir = path.join(folder, 'data')
    if (await findRunningPostgres(dataDir))
      process.kill(readPidFile(path.join(dataDir, 'pg'))?.pid as number, 'SIGQUIT')
    fs.rmSync(path.dirname(folder), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
})

/** An accent and spaces in the path. */
function aCopy(account: Account): string {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline é start '))
  const folder = path.join(parent, 'le projet')
  folders.push(folder)
  if (account.uid !== undefined) fs.chownSync(parent, account.uid, account.gid as number)
  copyProject(folder, account)
  return folder
}

/** A person opens the address and signs in; answers the client that they did it with. */
async function signIn(url: string) {
  const client = createClient(url)
  const page = await client.get<string>('/')
  const script = /<script[^>]+src="([^"]+)"/.exec(page.body)?.[1] as string
  expect([page.status, (await client.get(script)).status]).toEqual([200, 200])
  expect((await client.signIn(BUYER, PASSWORD)).status).toBe(200)
  const { status, body } = await client.get('/api/v1/orders?limit=1')
  expect([status, body.items.length]).toEqual([200, 1])
  return client
}

/** npm may be gone a moment before what it started. */
const isOver = (folder: string) =>
  expect.poll(() => findRunningPostgres(path.join(folder, 'data'))).toBeUndefined()

it.each(ACCOUNTS)(
  'npm start from a fresh copy, by $name',
  async (account) => {
    const folder = aCopy(account)
    const start = (command = 'npm start', environment: Record<string, string> = {}) =>
      startIn(folder, command, account, { PORT: '0', ...environment })
    const refused = async (one: ReturnType<typeof start>) => {
      expect((await one.ended).code).toBe(1)
      expect(one.said()).not.toMatch(/ is at http/)
      return one.complained()
    }

    // Everything from nothing: each step is said, then the address, then who can sign in, and nothing else.
    const first = start()
    const { url, seconds: firstSeconds } = await first.serving
    const steps = ['Building the web app', 'Web app built in', '· database', '· demo data: ', ' is at http']
    const places = steps.map((step) => first.said().indexOf(step))
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    const [, signIns = ''] = first.said().split(`is at ${url}\n`)
    expect(signIns).toContain(PASSWORD)
    for (const { email } of PEOPLE) expect(signIns).toContain(`  ${email} `)
    expect(first.complained()).toBe('')
    const buyer = await signIn(url)
    expect(fs.statSync(path.join(folder, 'data')).mode & 0o077).toBe(0)

    // Beside it, on the same folder: one line, and the first one goes on.
    expect(await refused(start())).toMatch(
      /^Another portal is running on .*data.*\. Stop it first, or set [^\n]*\n$/,
    )
    expect((await buyer.get('/api/v1/session')).status).toBe(200)
    await buyer.post('/api/v1/session/preferences', { theme: 'dark' })
    await first.stop('SIGINT')
    await isOver(folder)

    // A port that another program has: the words say what to do, and nothing is left running.
    const other = net.createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as net.AddressInfo
    const words = /^Port (\d+) is taken by another program\. Start with another one: PORT=(\d+) npm start\n$/
    const [, taken, another] = words.exec(await refused(start('npm start', { PORT: String(port) }))) ?? []
    expect(Number(taken)).toBe(port)
    expect(Number(another)).toBeGreaterThan(port)
    await isOver(folder)
    other.close()

    // Again: nothing is built or loaded.
    const second = start()
    const { url: again, seconds: secondSeconds } = await second.serving
    expect(second.said()).not.toMatch(/Building|Installing|· demo data: \d/)
    const session = await signIn(again)
    expect((await session.get('/api/v1/session')).body.user.preferences.theme).toBe('dark')
    await session.post('/api/v1/session/preferences', { theme: 'light' })
    await second.stop('SIGTERM')
    await isOver(folder)

    // The server itself, killed without a word: what was acknowledged is there, and people are still signed in.
    const third = start('node tools/start.mjs')
    const killed = await signIn((await third.serving).url)
    await killed.post('/api/v1/session/preferences', { theme: 'dark' })
    await third.stop('SIGKILL')
    const last = start()
    const { url: risen, seconds: afterKill } = await last.serving
    const after = createClient(risen)
    for (const [name, value] of killed.cookies) after.cookies.set(name, value)
    expect((await after.get('/api/v1/session')).body.user.preferences.theme).toBe('dark')
    await signIn(risen)
    await last.stop('SIGTERM')
    await isOver(folder)
    proof.note({ [account.name]: { firstSeconds, secondSeconds, afterKillSeconds: afterKill } })
  },
  1_200_000,
)

it('two first starts of one fresh copy at once: one serves, and the other one says why it does not', async () => {
  const account = ACCOUNTS[0] as Account
  const folder = aCopy(account)
  const start = () => startIn(folder, 'npm start', account, { PORT: '0' })
  const both = [start(), start()]
  const { url } = await Promise.any(both.map(({ serving }) => serving))
  const [winner] = both.filter(({ said }) => said().includes(` is at ${url}\n`))
  const [other] = both.filter((one) => one !== winner)
  expect((await other?.ended)?.code).toBe(1)
  expect(other?.complained()).toMatch(
    /^Another portal is running on .*data.*\. Stop it first, or set [^\n]*\n$/,
  )
  // One of them prepared everything, whichever it was.
  const said = both.map((one) => one.said()).join()
  expect(said.match(/Building the web app/g)).toHaveLength(1)
  expect(said).toContain('Waiting for it')
  await signIn(url)
  await winner?.stop('SIGINT')
  await isOver(folder)
  expect(fs.readdirSync(path.join(folder, 'dist')).sort()).toEqual([
    'server',
    'server.inputs',
    'web',
    'web.inputs',
  ])
}, 600_000)
