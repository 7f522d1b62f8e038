import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../tools/chromium.mjs'
import { ensureServerBuilt } from '../tools/server-build.mjs'
import { ensureWebBuilt } from '../tools/web-build.mjs'

const say = (line: string) => process.stdout.write(`${line}\n`)

const SLOWED = 4
const TIMES = 5
const SCREENS = ['/', '/orders', '/sales', '/current-sales', '/sales-analytics']
/** A telephone's line as audits take it: bytes a second, and milliseconds to and fro. */
const SLOW_LINE = { downloadThroughput: 200_000, uploadThroughput: 94_000, latency: 150, offline: false }
/** The screens with a filter of years, which a key changes. */
const FILTERED = SCREENS.slice(2)

/** What the browser itself saw: the largest paint, and how long each input took until the next paint. */
const WATCH = `
  window.seen = { paint: 0, inputs: [] }
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.paint = e.startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.interactionId) seen.inputs.push(e.duration) })
    .observe({ type: 'event', durationThreshold: 16, buffered: true })`

/**
 * `npm run bench -- browser`: the built app with the demo's data in a browser whose processor is slowed four times: largest
 * contentful paint of a first visit (nothing kept), and from a key in the filter of years to the next paint (INP) and to the
 * paint of the new figures. Milliseconds, median and worst of five. `--line`: over 1.6 Mbit/s with 150 ms besides.
 */
export async function runBrowser(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { line: { type: 'boolean', default: false } } })
  const executablePath = await ensureChromium(say)
  if (!executablePath) throw new Error('There is no browser to measure with.')
  await ensureWebBuilt(say)
  await ensureServerBuilt()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-browser-'))
  const portal = await startDemo(dataDir)
  const browser = await chromium.launch({ executablePath, chromiumSandbox: false })
  try {
    say(
      `processor slowed ${SLOWED} times, ${browser.version()}, load ${os.loadavg()[0]?.toFixed(1)}${values.line ? ', a slow line' : ''}`,
    )
    for (const screen of SCREENS) {
      const visits: Visit[] = []
      for (let time = 0; time < TIMES; time++)
        visits.push(await visit(browser, portal.url, screen, values.line))
      say(`${screen.padEnd(18)} ${figures(visits)}`)
    }
  } finally {
    await browser.close()
    await portal.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

type Visit = { paint: number; input?: number; shown?: number }

async function visit(browser: Browser, url: string, screen: string, line: boolean): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  try {
    const signedIn = await context.request.post('/api/auth/sign-in/email', {
      data: { email: 'buyer@boreal.example', password: 'demo-Portal-2025' },
      headers: { origin: url },
    })
    if (!signedIn.ok()) throw new Error(`sign-in: ${signedIn.status()}`)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    if (line) {
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', SLOW_LINE)
    }
    await page.addInitScript(WATCH)
    await page.goto(screen)
    await settled(page)
    const paint = await page.evaluate<number>('seen.paint')
    return FILTERED.includes(screen) ? { paint, ...(await changeYear(page)) } : { paint }
  } finally {
    await context.close()
  }
}

async function settled(page: Page) {
  await page.locator('main h1').first().waitFor()
  const busy = page.locator('[aria-busy="true"], .mantine-Skeleton-root')
  while ((await busy.count()) > 0) await busy.first().waitFor({ state: 'detached' })
}

/** The next year in the list, by a key: what a person does, so that the browser counts it as input. */
async function changeYear(page: Page): Promise<{ input: number; shown: number }> {
  const year = page.getByLabel('Year', { exact: true })
  await year.focus()
  await page.evaluate('seen.inputs.length = 0')
  const answered = page.waitForResponse((response) => /\/api\/v1\/sales\/.*year=/.test(response.url()))
  const began = await page.evaluate<number>('performance.now()')
  await page.keyboard.press('ArrowDown')
  await answered
  await settled(page)
  const painted =
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))'
  const shown = (await page.evaluate<number>(painted)) - began
  // Entries come when the browser has time for them.
  await page.waitForTimeout(500)
  return { shown, input: await page.evaluate<number>('Math.max(0, ...seen.inputs)') }
}

function figures(visits: Visit[]): string {
  const of = (name: keyof Visit) => {
    const sorted = visits.flatMap((each) => each[name] ?? []).sort((a, b) => a - b)
    return (
      sorted.length > 0 &&
      `${name} ${Math.round(sorted[sorted.length >> 1] as number)} (${Math.round(sorted.at(-1) as number)})`
    )
  }
  return [of('paint'), of('input'), of('shown')].filter(Boolean).join(', ')
}

async function startDemo(dataDir: string) {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const url = await new Promise<string>((done, failed) => {
    child.stdout.on('data', (piece) => {
      said += piece
      const [address] = /(?<= is at )http[^\s"]+/.exec(said) ?? []
      if (address) done(address)
    })
    child.once('exit', () => failed(new Error(`the portal did not start: ${said}`)))
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
