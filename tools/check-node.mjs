// Imported first by every command: says in one line that Node is too old, and works from the repository's root.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import './stop-with-parent.mjs'

// npm says where it was called from; paths given as arguments are meant from there.
process.env.INIT_CWD ??= process.cwd()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
const needed = engines.node
  .replace(/[^\d.]/g, '')
  .split('.')
  .map(Number)
const present = process.versions.node.split('.').map(Number)
const firstDifference = needed.findIndex((part, i) => part !== present[i])
if (firstDifference !== -1 && present[firstDifference] < needed[firstDifference]) {
  console.error(`Node ${needed.join('.')} or newer is needed, this is ${process.versions.node}.`)
  process.exit(1)
}
