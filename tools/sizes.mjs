// Prints how long the files are and, with --bundle, how much the browser loads first; fails over the limits.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import './check-node.mjs'

const LINES = { source: 400, tests: 500 }
const KILOBYTES = { script: 180, style: 30 }
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

/** @returns {string[]} what is over a limit */
export function bundleFigures(folder = 'dist/web') {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const initial = initialFiles(manifest)
  const faults = []
  for (const [kind, ending] of Object.entries({ script: '.js', style: '.css' })) {
    const bytes = initial
      .filter((file) => file.endsWith(ending))
      .map((file) => gzipSync(readFileSync(join(folder, file))).length)
    const kilobytes = bytes.reduce((sum, n) => sum + n, 0) / 1000
    console.log(`initial ${kind}: ${kilobytes.toFixed(1)} kB gzip of ${KILOBYTES[kind]}`)
    if (bytes.length === 0) faults.push(`no initial ${kind} in ${folder}`)
    if (kilobytes > KILOBYTES[kind])
      faults.push(`initial ${kind} is ${kilobytes.toFixed(1)} kB gzip, ${KILOBYTES[kind]} are allowed`)
  }
  return faults
}

/** What the page loads before anybody clicks: the entries and all that they import statically, with its style. */
export function initialFiles(manifest) {
  const files = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(key)
  return [...files]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const faults = process.argv.includes('--bundle') ? bundleFigures() : lineFigures()
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
