import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.mjs'

const USUAL_PLACES = [
  // The same engine without a browser's windows around it: a fifth less work for a journey.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** CHROME_PATH, else a Chromium or Chrome at its usual places, else one that Playwright downloaded. */
export function findChromium() {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return existsSync(CHROME_PATH) ? CHROME_PATH : undefined
  return [...USUAL_PLACES, ...downloaded()].find((place) => existsSync(place))
}

function downloaded() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache/ms-playwright')
  if (!existsSync(cache)) return []
  const versions = readdirSync(cache).filter((name) => name.startsWith('chromium'))
  return versions
    .sort()
    .reverse()
    .flatMap((name) => [
      join(cache, name, 'chrome-linux/chrome'),
      join(cache, name, 'chrome-linux/headless_shell'),
    ])
}

/**
 * The browser for the tests; on Debian as root it is installed when missing, otherwise one line says how.
 * @param {(line: string) => void} tell
 */
export async function ensureChromium(tell) {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROME_PATH) return missing(`CHROME_PATH=${process.env.CHROME_PATH} does not exist.`)
  const howTo =
    'Install Chromium (Debian: apt-get install chromium-headless-shell) or set CHROME_PATH to a Chrome or Chromium.'
  if (!isDebian() || process.getuid?.() !== 0) return missing(`The browser tests need Chromium. ${howTo}`)
  tell('Installing Chromium')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']]) {
    const { code, output } = await run('apt-get', ['-qq', ...args], { env })
    if (code !== 0) return missing(`${output.trim()}\nChromium could not be installed. ${howTo}`)
  }
  return findChromium() ?? missing(howTo)
}

function isDebian() {
  const release = '/etc/os-release'
  return existsSync(release) && /^ID(_LIKE)?=.*debian/m.test(readFileSync(release, 'utf8'))
}

function missing(line) {
  console.error(line)
  return undefined
}
