import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProof } from '../test/faults/support/proof.ts'
import { size } from '../test/support/form.ts'
import { ensureChromium } from '../tools/chromium.mjs'
import { aBrowser, open, signInBySpeech } from './support/browser.ts'
import { doubleNotices, noteShown } from './support/doubled-notices.ts'
import { allowFault } from './support/faults.ts'
import { type Portal, startPortal } from './support/portal.ts'

const KILLS = size(3, 40)
const AT_ONCE = 6

const proof = openProof('browser-notice-loss')
let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.close())

/** Into the line, as what people do puts it there: for each administrator, with a name of its own in its text. */
let queued = 0
async function tell(): Promise<string> {
  const name = `N${String(++queued).padStart(6, '0')}Z`
  await portal.database(
    `insert into portal.notice_queue (tenant_id, kind, subject, permission, to_members, to_staff, facts)
     values (0, 'feedback_sent', 'administration', 'feedback.manage', false, true,
       jsonb_build_object('id', $1::int, 'name', $2::text, 'contact', 'false'))`,
    [queued, name],
  )
  return name
}
const names = (told: readonly string[]) => told.map((text) => /N\d{6}Z/.exec(text)?.[0] ?? text)
const twice = (told: readonly string[]) => told.filter((one, at) => told.indexOf(one) !== at)

/** Of the browser with this profile, the one that started the others first. */
const processesOf = (profile: string) =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const told = path.join('/proc', pid, 'cmdline')
      return fs.existsSync(told) && fs.readFileSync(told, 'utf8').includes(`--user-data-dir=${profile}`)
    })
    .map(Number)

/** A browser of this person, whose notices are noted, and that nobody looks at. */
async function unwatched(context: BrowserContext) {
  const told = await noteShown(context)
  await doubleNotices(context, { allowed: true, unseen: true })
  return told
}

test('each is shown once at most in each browser, and the last one is, whenever servers and tabs die on the way', {
  timeout: 1_800_000,
}, async () => {
  const person = await portal.aPerson({ administrator: true })
  const browsers = await Promise.all(
    [0, 1].map(async () => {
      const context = await aBrowser(portal, { as: person })
      allowFault(context, /^(failed |50\d |console: )/)
      const told = await unwatched(context)
      const tabs = [await context.newPage(), await context.newPage(), await context.newPage()]
      for (const tab of tabs) await open(tab, '/settings')
      return { context, told, tabs }
    }),
  )
  for (let kill = 0; kill < KILLS; kill++) {
    for (let at = 0; at < AT_ONCE; at++) {
      await tell()
      await sleep(proof.random() * 400)
    }
    const { context, tabs } = browsers[kill % 2] as (typeof browsers)[number]
    const reopened = context.newPage()
    await Promise.all([portal.kill(), tabs.shift()?.close()])
    tabs.push(await reopened)
    await open(await reopened, '/settings')
  }
  const last = await tell()
  for (const { told } of browsers) await expect.poll(() => names(told), { timeout: 60_000 }).toContain(last)
  // Whoever else would show it has had the time.
  await sleep(2_000)
  for (const { told } of browsers) expect(twice(names(told))).toEqual([])
  proof.note({
    ...{ events: queued, browsers: browsers.length, tabs: 3, kills: KILLS },
    shown: browsers.map(({ told }) => told.length),
  })
})

test('what was shown is not shown again to whoever signs out and in, or works for another company', async () => {
  const person = await portal.aPerson({ administrator: true })
  const context = await aBrowser(portal, { as: person })
  const told = await unwatched(context)
  const page = await context.newPage()
  await open(page, '/settings')
  const name = await tell()
  await expect.poll(() => names(told)).toContain(name)
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.waitForURL('**/acces**')
  await signInBySpeech(context, portal, person)
  await open(page, '/settings')
  const next = await tell()
  await expect.poll(() => names(told)).toContain(next)
  expect(twice(names(told))).toEqual([])
})

test('a browser that is killed right after it showed one does not show it again', {
  timeout: 300_000,
}, async () => {
  const person = await portal.aPerson({ administrator: true })
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-browser-'))
  const executablePath = (await ensureChromium(() => {})) as string
  const start = async () => {
    const context = await chromium.launchPersistentContext(profile, { executablePath, baseURL: portal.url })
    await signInBySpeech(context, portal, person)
    const told = await unwatched(context)
    const page = await context.newPage()
    await open(page, '/settings')
    return { context, page, told }
  }
  const before: string[] = []
  for (let kill = 0; kill < size(2, 10); kill++) {
    const { context, told } = await start()
    const name = await tell()
    await expect.poll(() => names(told)).toContain(name)
    before.push(...names(told))
    const ended = new Promise((done) => context.once('close', done))
    for (const pid of processesOf(profile)) process.kill(pid, 'SIGKILL')
    await ended
  }
  expect(twice(before)).toEqual([])
  // What is left of a killed browser may write for a moment longer; retries of rmSync itself do not look for new files.
  await expect.poll(() => fs.rmSync(profile, { recursive: true, force: true })).toBeUndefined()
})
