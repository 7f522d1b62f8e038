import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'

const TOOLS = path.resolve('tools')
const LOCK = { packages: { '': {}, 'node_modules/one': { version: '1.0.0' } } }
/** As npm does it, and slower: away with all, then one package after the other, and a note when it is complete. */
const NPM = `#!/usr/bin/env node
const fs = require('node:fs')
fs.appendFileSync('runs', 'run\\n')
fs.rmSync('node_modules', { recursive: true, force: true })
fs.mkdirSync('node_modules/one', { recursive: true })
setTimeout(() => {
  fs.writeFileSync('node_modules/one/package.json', '{}')
  fs.writeFileSync('node_modules/.package-lock.json', fs.readFileSync('package-lock.json'))
}, 700)
`
const PROGRAM = `
const { ensureInstalled } = await import('file://' + process.argv[1] + '/install.mjs')
await ensureInstalled((line) => console.log(line))
console.log(require('node:fs').existsSync('node_modules/one/package.json') ? 'whole' : 'half')
`

let folder
const folders = []
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-install-'))
  folders.push(folder)
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(LOCK))
  fs.mkdirSync(path.join(folder, 'bin'))
  fs.writeFileSync(path.join(folder, 'bin/npm'), NPM, { mode: 0o755 })
})
afterAll(() => {
  for (const one of folders) fs.rmSync(one, { recursive: true, force: true })
})

function install() {
  const PATH = `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}`
  const program = `const { createRequire } = await import('node:module'); const require = createRequire(process.cwd() + '/x'); ${PROGRAM}`
  const args = ['--input-type=module', '-e', program, TOOLS]
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, PATH }, detached: true })
  let said = ''
  child.stdout.on('data', (piece) => {
    said += piece
  })
  return { child, ended: once(child, 'exit').then(() => said) }
}
const runs = () => fs.readFileSync(path.join(folder, 'runs'), 'utf8').trim().split('\n').length

it('by several commands at once, the packages are installed once, and nobody goes on before they are there', async () => {
  const said = await Promise.all([install(), install(), install()].map(({ ended }) => ended))
  expect(said.map((one) => one.trim().split('\n').at(-1))).toEqual(['whole', 'whole', 'whole'])
  expect(said.filter((one) => one.includes('Waiting for it'))).toHaveLength(2)
  expect(runs()).toBe(1)
  expect(fs.readdirSync(path.join(folder, 'dist'))).toEqual([])
  expect(await install().ended).toBe('whole\n')
})

it('goes on after a command that was killed over it, and after a machine that was', async () => {
  const killed = install()
  const runsFile = path.join(folder, 'runs')
  // Written, not only opened.
  await expect.poll(() => fs.existsSync(runsFile) && fs.statSync(runsFile).size > 0).toBe(true)
  process.kill(-killed.child.pid, 'SIGKILL')
  await killed.ended
  const said = await Promise.all([install(), install()].map(({ ended }) => ended))
  expect(said.every((one) => one.endsWith('whole\n'))).toBe(true)
  expect(runs()).toBe(2)

  const lock = path.join(folder, 'dist/preparing')
  // Of a process that lives, or cut off by the power: both from before the machine was started.
  for (const left of [String(process.pid), '']) {
    fs.rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true })
    fs.writeFileSync(lock, left)
    fs.utimesSync(lock, 1, 1)
    expect(await install().ended).toMatch(/whole\n$/)
  }
})
