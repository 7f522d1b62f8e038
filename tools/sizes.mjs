// Prints how long the files are and, with --bundle, how much the browser loads first; fails over the limits.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import './check-node.mjs'

const LINES = { source: 400, tests: 500 }
/** kB: of the entry and what it imports, by gzip; of a first visit to any screen, its words too, as it is sent (by Brotli). */
const INITIAL = { script: 180, style: 30 }
const FIRST_VISIT = { script: 180, style: 30 }
const WITH_CHARTS = /\/(sales-analytics|sales-history|current-sales|lot|po-list)-page\.tsx$/
const CODE = /\.(ts|tsx|mjs|cjs)$/
const TEST = /(^(test|e2e|bench)\/|\.test\.tsx?$)/
const GENERATED = /(\.gen\.ts|\.types\.ts)$/

/** @returns {string[]} what is over a limit */
export function lineFigures() {
  const faults = []
  const files = ['src', 'tools', 'test', 'e2e', 'bench'].filter((d) => existsSync(d)).flatMap(filesBelow)
  const all = files.map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  for (const [kind, limit] of Object.entries(LINES)) {
    const some = all.filter(({ file }) => TEST.test(file) === (kind === 'tests'))
    const sorted = some.map(({ lines }) => lines).sort((a, b) => a - b)
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    console.log(`${kind}: ${some.length} files, lines median ${at(0.5)}, p90 ${at(0.9)}, max ${at(1)}`)
    for (const { file, lines } of some)
      if (lines > limit) faults.push(`${file} has ${lines} lines, ${limit} are allowed`)
  }
  return faults
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(place)
    return CODE.test(place) && !GENERATED.test(place) ? [place] : []
  })
}

/** @returns {string[]} what is over a limit, or fetched where it is not needed */
export function bundleFigures(folder = 'dist/web') {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const sum = (sizes) => sizes.reduce((all, size) => all + size, 0) / 1000
  const gzipped = (files) => sum(files.map((file) => gzipSync(readFileSync(join(folder, file))).length))
  const sent = (files) => sum(files.map((file) => sentSize(join(folder, file))))
  const words = wordsOf(folder)
  const initial = initialFiles(manifest)
  const screens = screensOf(manifest).map((screen) => ({ screen, files: filesOf(manifest, [screen]) }))
  const faults = screens.flatMap(({ screen, files }) => misplaced(screen, files))
  for (const [kind, ending] of Object.entries(ENDINGS)) {
    const some = (files) => files.filter((file) => ending.test(file))
    const first = gzipped(some(initial))
    console.log(
      `initial ${kind}: ${first.toFixed(1)} kB gzip of ${INITIAL[kind]}, ${sent(some(initial)).toFixed(1)} as it is sent`,
    )
    if (first === 0) faults.push(`no initial ${kind} in ${folder}`)
    if (first > INITIAL[kind])
      faults.push(`initial ${kind} is ${first.toFixed(1)} kB gzip, ${INITIAL[kind]} are allowed`)

    const visits = screens
      .map(({ screen, files }) => [
        sent(some([...new Set([...initial, ...files, ...words(screen)])])),
        screen,
      ])
      .sort(([a], [b]) => a - b)
    if (visits.length === 0) continue
    const [[least], [most, where]] = [visits[0], visits.at(-1)]
    const median = visits[visits.length >> 1][0]
    console.log(
      `first visit, ${kind}: ${[least, median, most].map((n) => n.toFixed(0)).join(', ')} kB as it is sent (least, median, most)`,
    )
    if (most > FIRST_VISIT[kind])
      faults.push(
        `a first visit of ${where} takes ${most.toFixed(1)} kB of ${kind}, ${FIRST_VISIT[kind]} are allowed`,
      )
  }
  return faults
}

/** Words are counted as script, which they would be otherwise. */
const ENDINGS = { script: /\.(js|json)$/, style: /\.css$/ }

/** Bytes of a file as a browser gets it. */
const sentSize = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

/** The files of the English words that a screen is shown with. */
function wordsOf(folder) {
  const list = join(folder, '.vite/words.json')
  if (!existsSync(list)) return () => []
  const { folder: place, atOnce, later } = JSON.parse(readFileSync(list, 'utf8'))
  return (screen) => [atOnce, later[screen]].filter(Boolean).map((name) => `${place}/en/${name}.json`)
}

/** What the page loads before anybody clicks: the entries and all that they import statically, with its style. */
export const initialFiles = (manifest) =>
  filesOf(
    manifest,
    Object.keys(manifest).filter((key) => manifest[key].isEntry),
  )

const screensOf = (manifest) => Object.keys(manifest).filter((key) => /-page\.tsx$/.test(key))

/** These and all that they import statically, with their style. */
function filesOf(manifest, keys) {
  const files = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return [...files]
}

/** Charts come with the screens that have some, what reads PDFs and bar codes when it is opened, what makes files of charts when one is asked for, the page of the kit never. */
function misplaced(screen, files) {
  const has = (name) => files.some((file) => new RegExp(`(^|/)${name}-[^/]*$`).test(file))
  return [
    ...(has('charts') && !WITH_CHARTS.test(screen) ? [`${screen} fetches the charts`] : []),
    ...['scan-view', 'pdf-view', 'save-chart'].filter(has).map((name) => `${screen} fetches ${name}`),
    ...(screen.startsWith('src/app/web/dev/') ? [`${screen} is in what is built`] : []),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const faults = process.argv.includes('--bundle') ? bundleFigures() : lineFigures()
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
