import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { resolve } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command and answers its exit code and output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, env?: Record<string, string | undefined>, cwd?: string }} [options] show: the terminal sees it at once
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export function run(command, args, { show = false, env = {}, cwd = process.cwd() } = {}) {
  const began = performance.now()
  const shell = process.platform === 'win32' && command.endsWith('.cmd')
  const child = spawn(command, args, {
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    env: { ...process.env, ...env },
    cwd,
    shell,
  })
  let told = 0
  const passOn = (signal, number) => {
    told = number
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, passOn)
  let output = ''
  const collect = (chunk) => {
    output += chunk
  }
  child.stdout?.setEncoding('utf8').on('data', collect)
  child.stderr?.setEncoding('utf8').on('data', collect)
  return new Promise((resolve) => {
    const done = (code) => {
      // Who was told to end does not go on with the next step.
      if (told > 0) process.exit(128 + told)
      for (const signal of SIGNALS) process.off(signal, passOn)
      resolve({ code, output, seconds: (performance.now() - began) / 1000 })
    }
    child.on('error', (fault) => {
      output += `${command}: ${fault.message}\n`
      done(127)
    })
    child.on('close', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/**
 * A program of an installed package, run by this Node: no shell and no `.cmd` in between.
 * @param {string} file path below node_modules
 * @param {string[]} args
 * @param {{ show?: boolean, env?: Record<string, string | undefined>, cwd?: string }} [options]
 */
export const runPackage = (file, args, options) =>
  run(process.execPath, [resolve('node_modules', file), ...args], options)

/** Where the packages' programs are. */
export const programs = {
  biome: '@biomejs/biome/bin/biome',
  tsc: 'typescript/bin/tsc',
  tsx: 'tsx/dist/cli.mjs',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
  knip: 'knip/bin/knip.js',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
}
