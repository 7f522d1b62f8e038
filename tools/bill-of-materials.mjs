import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { markOf } from './inputs.mjs'
import { run } from './run.mjs'

const TARGET = 'dist/bom.cdx.json'
const STAMP = 'dist/bom.inputs'

/**
 * Writes the packages of a running portal to dist/bom.cdx.json (CycloneDX 1.5) when the locked ones changed. A portal starts
 * without it: what went wrong is told.
 * @param {(line: string) => void} tell
 */
export async function ensureBillOfMaterials(tell) {
  const wanted = markOf(['package.json', 'package-lock.json', 'tools/bill-of-materials.mjs'])
  if (existsSync(TARGET) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error']
  const { code, output } = await run(npm, ['sbom', ...options])
  try {
    if (code !== 0) throw new Error(output.trim().slice(0, 300))
    mkdirSync('dist', { recursive: true })
    writeFileSync(`${TARGET}.${process.pid}`, `${JSON.stringify(withoutDev(JSON.parse(output)), null, 2)}\n`)
    renameSync(`${TARGET}.${process.pid}`, TARGET)
    writeFileSync(STAMP, wanted)
  } catch (fault) {
    tell(`The bill of materials could not be written: ${fault.message}`)
  }
}

/** npm's own `--omit=dev` also leaves out what a development package needs beside the portal (zod, yauzl). */
function withoutDev(bill) {
  const { name, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const kept = new Set()
  for (const [place, { version, dev, devOptional }] of Object.entries(packages))
    if (!dev && !devOptional) kept.add(`${place.split('node_modules/').at(-1) || name}@${version}`)
  // Without this the portal would have the name of its folder.
  bill.metadata.component.name = name
  bill.components = bill.components.filter((one) => kept.has(one['bom-ref']))
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
  return bill
}
