import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Person } from './arrange.ts'
import type { Ask } from './mix.ts'
import { cpuSeconds } from './portal.ts'
import { press } from './press.ts'
import { summary } from './summary.ts'
import { type Pushed, ROWS } from './upstream.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
/** More than land in a second. */
const FASTEST = 25_000
/** Requests a second of the readers beside it: as fast as they can, four of them take both processors for themselves. */
const READS = 100

type Asked = Pick<Parameters<typeof press>[2], 'next' | 'known' | 'remembered' | 'rate'>

/** The sales screen of one client: what its years are, and of one year. */
const screen = (person: Person, random: () => number): Ask => ({
  kind: 'screen',
  method: 'GET',
  path: `/api/v1/sales/history?year=${2020 + Math.floor(random() * 6)}`,
  headers: { cookie: person.cookie, 'accept-encoding': 'gzip' },
})

/** The same by somebody who has it already, from the second time on. */
const known = (person: Person, random: () => number, tags: Map<string, string>): Ask => {
  const ask = screen(person, random)
  const tag = tags.get(`${person.cookie} ${ask.path.slice('/api/v1'.length)}`)
  return { ...ask, headers: { ...ask.headers, ...(tag && { 'if-none-match': tag }) } }
}

/**
 * One screen alone: asked anew at 20 connections (B14), known already (B15), and at 4 connections, a hundred times a second,
 * without and with an upstream system that pushes batches of sales as fast as they land (B16).
 */
export async function pressScreen(
  { url, pid, postmaster }: { url: string; pid: number; postmaster: number },
  people: Person[],
  seconds: number,
) {
  const phase = async (what: string, connections: number, asked: Asked = { next: screen }) => {
    const before = { portal: cpuSeconds(pid), database: cpuSeconds(postmaster), own: process.cpuUsage() }
    const began = performance.now()
    const told = await press(url, people, { connections, until: began + seconds * 1000, ...asked })
    const own = process.cpuUsage(before.own)
    const each = (spent: number) => Number(((1000 * spent) / told.length).toFixed(2))
    const figures = {
      ...summary(told, (performance.now() - began) / 1000),
      processorMsPerRequest: {
        portal: each(cpuSeconds(pid) - before.portal),
        database: each(cpuSeconds(postmaster) - before.database),
        generator: each((own.user + own.system) / 1e6),
      },
    }
    say(`${what.padEnd(22)} ${JSON.stringify(figures)}`)
    return figures
  }
  await press(url, people, { connections: 20, until: performance.now() + 5000, next: screen })
  const anew = await phase('anew, 20 connections', 20)
  // Everybody has every year before it counts.
  const tags = new Map<string, string>()
  const all = { next: known, known: tags, remembered: 1 }
  await press(url, people, { connections: 20, until: performance.now() + 5000, ...all })
  const again = await phase('known, 20 connections', 20, all)
  const steady = { next: screen, rate: READS }
  const idle = await phase('anew, 4 connections', 4, steady)
  const pushing = await push(url, people[0] as Person, seconds)
  const during = await phase('while upstream pushes', 4, steady)
  const rowsPerSecond = await pushing.stop()
  say(`rows that landed meanwhile: ${rowsPerSecond}/s`)
  return { anew, again, idle, during, rowsPerSecond }
}

/** Batches of sales lines, one after the other, from now on. */
async function push(url: string, { key }: Person, seconds: number) {
  const batches = Math.ceil((seconds * FASTEST) / ROWS)
  const upstream = fork(path.join(import.meta.dirname, 'upstream.ts'), [url, key, String(batches)])
  const says = async () => {
    const ended = once(upstream, 'exit').then(() => {
      throw new Error('what pushes has ended')
    })
    return (await Promise.race([once(upstream, 'message'), ended]))[0]
  }
  await says()
  upstream.send('begin')
  const pushed: Promise<Pushed> = says()
  pushed.catch(() => {}) // told by whoever awaits it
  return {
    async stop() {
      upstream.send('end')
      const { rows, ms } = await pushed
      return Math.round(rows / (ms / 1000))
    },
  }
}
