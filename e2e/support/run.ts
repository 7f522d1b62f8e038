import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { ensureChromium } from '../../tools/chromium.mjs'
import { ensureServerBuilt } from '../../tools/server-build.mjs'
import { ensureWebBuilt } from '../../tools/web-build.mjs'
import { environmentOf, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browserAddress: string
    /** The data of a portal that was started and stopped once: every file begins with a copy of it. */
    installation: string
  }
}

/** As Playwright has them, for a second list replaces the first, and the two pages that a window keeps for its address bar. */
const UNUSED = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]
const FLAGS = [
  `--disable-features=${UNUSED}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that beeps, and that every page may hear.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

/** Once per run: the web app as it is served, a portal's empty data, and one browser for every file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const tell = (line: string) => console.log(line)
  const executablePath = process.env.CHROME_PATH ?? (await ensureChromium(tell))
  if (!executablePath) throw new Error('There is no browser to test with.')
  await ensureWebBuilt(tell)
  await ensureServerBuilt()
  const browser = await chromium.launchServer({ executablePath, args: FLAGS, chromiumSandbox: false })
  project.provide('browserAddress', browser.wsEndpoint())
  const installation = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-e2e-'))
  await (await startServer(environmentOf(installation))).stop()
  project.provide('installation', installation)
  return async () => {
    fs.rmSync(installation, { recursive: true, force: true })
    await browser.close()
  }
}
