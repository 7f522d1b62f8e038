// node tools/with-install.mjs <program> [arguments]: runs a program of an installed package, installing first if needed.
import './check-node.mjs'
import { ensureInstalled } from './install.mjs'
import { programs, runPackage } from './run.mjs'

await ensureInstalled((line) => console.error(line))
const [name = '', ...args] = process.argv.slice(2)
const program = programs[name]
if (!program) {
  console.error(`Unknown program "${name}"; known are ${Object.keys(programs).join(', ')}.`)
  process.exit(2)
}
const { code } = await runPackage(program, args, { show: true })
process.exit(code)
