import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './arrange.ts'
import type { Ask } from './mix.ts'
import { cpuSeconds } from './portal.ts'
import { press } from './press.ts'
import { summary } from './summary.ts'
import { type Pushed, ROWS } from './upstream.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
/** More than land in a second. */
const FASTEST = 25_000
const WARM_MS = 5000
/** Milliseconds between two batches where upstream pushes 10,400 lines a second, as it did in the study that set the goal. */
const STEADILY = (1000 * ROWS) / 10_400
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
 * without and with an upstream system that pushes batches of sales, so many a second and as fast as they land (B16).
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
  await press(url, people, { connections: 20, until: performance.now() + WARM_MS, next: screen })
  const anew = await phase('anew, 20 connections', 20)
  // Everybody has every year before it counts.
  const tags = new Map<string, string>()
  const all = { next: known, known: tags, remembered: 1 }
  await press(url, people, { connections: 20, until: performance.now() + WARM_MS, ...all })
  const again = await phase('known, 20 connections', 20, all)
  const steady = { next: screen, rate: READS }
  const idle = await phase('anew, 4 connections', 4, steady)
  const beside = async (what: string, every: number) => {
    const pushing = await push(url, people[0] as Person, seconds, every)
    const figures = await phase(what, 4, steady)
    const rowsPerSecond = await pushing.stop()
    say(`rows that landed meanwhile: ${rowsPerSecond}/s`)
    return { ...figures, rowsPerSecond }
  }
  // As everything else, what takes uploads in is warm before it counts.
  const warming = await push(url, people[0] as Person, WARM_MS / 1000, 0)
  await sleep(WARM_MS)
  await warming.stop()
  const during = await beside('upstream pushes evenly', STEADILY)
  const unending = await beside('upstream never ends', 0)
  return { anew, again, idle, during, unending }
}

let pushes = 0

/** Batches of new sales lines, one after the other, from now on. */
async function push(url: string, { key }: Person, seconds: number, every: number) {
  const batches = Math.ceil((seconds * FASTEST) / ROWS)
  const given = [url, key, String(batches), String(every), `push ${++pushes}`]
  const upstream = fork(path.join(import.meta.dirname, 'upstream.ts'), given)
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
