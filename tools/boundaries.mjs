// Checks who imports whom, and proves on planted violations that each rule can find one.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import './check-node.mjs'
import { plantedFiles, plantedViolations } from './boundary-canary.mjs'
import { programs, runPackage } from './run.mjs'

async function violationsIn(folder, places) {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...places]
  const { output } = await runPackage(programs.depcruise, args, { cwd: folder })
  const begin = output.indexOf('{')
  if (begin === -1) throw new Error(`dependency-cruiser: ${output.trim()}`)
  const { summary } = JSON.parse(output.slice(begin))
  return { modules: summary.totalCruised, violations: summary.violations }
}

const shown = ({ rule, from, to, cycle }) =>
  cycle
    ? `${rule.name}: ${[from, ...cycle.map((step) => step.name)].join(' → ')}`
    : `${rule.name}: ${from} → ${to}`

async function checkProject() {
  const places = ['src', 'tools', 'test', 'e2e', 'bench'].filter((place) => existsSync(place))
  const { modules, violations } = await violationsIn('.', places)
  // Without its TypeScript parser dependency-cruiser sees nothing, and is content.
  if (modules === 0) return ['dependency-cruiser saw no modules']
  console.log(`${modules} modules, ${violations.length} violations`)
  return violations.map(shown)
}

async function checkCanary() {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-boundaries-'))
  try {
    for (const [file, text] of Object.entries(plantedFiles)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(file, join(folder, file))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
    const { modules, violations } = await violationsIn(folder, ['src', 'e2e'])
    const found = new Set(violations.map(({ rule, from }) => `${rule.name}: ${from}`))
    const unseen = plantedViolations.filter((planted) => !found.has(planted))
    const needless = [...found].filter((violation) => !plantedViolations.includes(violation))
    console.log(
      `canary: ${plantedViolations.length - unseen.length} of ${plantedViolations.length} found, ${modules} modules`,
    )
    return [
      ...unseen.map((planted) => `canary: not found: ${planted}`),
      ...needless.map((violation) => `canary: an allowed import was refused: ${violation}`),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const faults = [...(await checkProject()), ...(await checkCanary())]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
