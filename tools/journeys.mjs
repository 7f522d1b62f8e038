// Which journeys of e2e/ belong to which features: by the screens that they open. Derived, so that nobody keeps a list.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The journeys that `npm test` runs: from an empty installation to a paid invoice. */
export const MAIN_JOB = [
  'set-up',
  'sign-in',
  'orders',
  'sales-history',
  'documents',
  'purchase-orders',
  'finance',
  'payments',
].map((name) => `e2e/${name}.test.ts`)

/** When each journey last passed, and on what; written by whoever runs them, and committed. */
const LAST_PASSED = 'e2e/last-passed.json'

const filesBelow = (folder, matching) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => matching.test(name))
    .map((name) => join(folder, name))
    .sort()

/** Every journey; those of the trials only where their data is. */
export const allJourneys = () =>
  filesBelow('e2e', /\.test\.ts$/).filter(
    (file) => existsSync('../shared/data') || !file.startsWith('e2e/trials/'),
  )

/** The addresses of the screens with the features that draw them: `{ '/orders/$ordNo': ['orders'] }`. */
export function featuresByAddress() {
  const found = {}
  for (const file of filesBelow('src/app/web', /\.tsx?$/)) {
    const text = readFileSync(file, 'utf8')
    const imported = new Map()
    for (const [, names, feature] of text.matchAll(
      /import (?:type )?\{([^}]*)\} from '[^']*\/features\/([\w-]+)\//g,
    ))
      for (const name of names.split(',')) imported.set(name.trim().split(/\s+/).at(-1), feature)
    for (const block of text.split(/^(?:export )?(?:const|function) /m)) {
      for (const [, address] of block.matchAll(/path: '(\/[^']*)'/g)) {
        const features = new Set([...block.matchAll(/\/features\/([\w-]+)\//g)].map(([, name]) => name))
        for (const name of block.match(/\w+/g) ?? []) if (imported.has(name)) features.add(imported.get(name))
        found[address] = [...new Set([...(found[address] ?? []), ...features])].sort()
      }
    }
  }
  return found
}

/** The journey's file and what it imports of e2e/. */
function filesOf(journey, known = new Set()) {
  if (known.has(journey)) return known
  known.add(journey)
  const text = readFileSync(journey, 'utf8')
  for (const [, name] of text.matchAll(/from '(\.[^']+)'/g)) {
    const file = relative('.', join(dirname(journey), name))
    if (file.startsWith('e2e/') && existsSync(file)) filesOf(file, known)
  }
  return known
}

/** The features whose screens a journey opens, or that it imports. */
export function featuresOf(journey, byAddress = featuresByAddress()) {
  const patterns = Object.entries(byAddress)
    .map(([address, features]) => ({
      features,
      parts: address.split('/').length + (address.includes('$') ? 0 : 0.5),
      pattern: new RegExp(`^${address.replace(/\$\w+/g, '[^/?#]+')}$`),
    }))
    .sort((one, other) => other.parts - one.parts)
  const features = new Set()
  for (const file of filesOf(journey)) {
    const text = readFileSync(file, 'utf8')
    for (const [, address] of text.matchAll(/['"`](\/[\w\-/.${}]*)/g)) {
      const found = patterns.find(({ pattern }) => pattern.test(address))
      for (const feature of found?.features ?? []) features.add(feature)
    }
    for (const [, feature] of text.matchAll(/\/src\/features\/([\w-]+)\//g)) features.add(feature)
  }
  return [...features].sort()
}

/** A checksum of the journey's files and of its features' folders. */
function contentOf(journey, byAddress) {
  const hash = createHash('sha256')
  const folders = featuresOf(journey, byAddress).map((feature) => join('src/features', feature))
  const files = [...filesOf(journey)]
    .sort()
    .concat(...folders.map((folder) => filesBelow(folder, /(?<!\.test)\.\w+$/)))
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

const lastPassed = () => (existsSync(LAST_PASSED) ? JSON.parse(readFileSync(LAST_PASSED, 'utf8')) : {})

/** The journeys that have not passed since they, or a feature of theirs, were touched; none before any was noted. */
export function touchedJourneys() {
  if (!existsSync(LAST_PASSED)) return []
  const passed = lastPassed()
  const byAddress = featuresByAddress()
  return allJourneys().filter((journey) => passed[journey]?.content !== contentOf(journey, byAddress))
}

/** Of one that never passed. */
const SECONDS = 120
const AT_ONCE = 2

/** As many of these journeys, from the first on, as fit in the minutes by what they took when they last passed. */
export function fitting(journeys, minutes) {
  const passed = lastPassed()
  let seconds = 0
  return journeys.filter((journey) => {
    seconds += (passed[journey]?.seconds ?? SECONDS) / AT_ONCE
    return seconds <= minutes * 60
  })
}

/**
 * Notes the journeys that passed whole.
 * @param {{ file: string, tests: number, seconds: number }[]} journeys
 * @param {string} commit
 */
export function notePassed(journeys, commit) {
  const passed = lastPassed()
  const byAddress = featuresByAddress()
  const date = new Date().toISOString().slice(0, 10)
  for (const { file, tests, seconds } of journeys)
    passed[file] = { content: contentOf(file, byAddress), commit, date, tests, seconds }
  const known = new Set(filesBelow('e2e', /\.test\.ts$/))
  const sorted = Object.fromEntries(
    Object.entries(passed)
      .filter(([file]) => known.has(file))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  writeFileSync(LAST_PASSED, `${JSON.stringify(sorted, null, 2)}\n`)
}
