import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openBenchDatabase, startServer } from '../bench-database.ts'
import { arrange } from './arrange.ts'
import { cpuSeconds, memory, startPortal } from './portal.ts'
import { press } from './press.ts'
import { pressScreen } from './screen.ts'
import { openStreams } from './streams.ts'
import { at, sorted, summary } from './summary.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * `npm run bench -- load --rows 1000000 --seconds 300 --connections 50 [--streams 1000 --rate 400] [--profile folder]`:
 * four reads to one write by people and upstream systems of 50 tenants. The generator shares the machine with the portal
 * and its database, so the processor time of each for a request says more than the rate. `--screen`: one screen instead, anew,
 * known already, and while upstream pushes.
 */
export async function runLoad(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '60' },
      connections: { type: 'string', default: '50' },
      streams: { type: 'string', default: '0' },
      rate: { type: 'string' },
      profile: { type: 'string' },
      screen: { type: 'boolean', default: false },
    },
  })
  const [rows, seconds, connections, streams] = [
    values.rows,
    values.seconds,
    values.connections,
    values.streams,
  ].map(Number) as [number, number, number, number]
  const server = await startServer()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-load-'))
  let bench: Awaited<ReturnType<typeof openBenchDatabase>> | undefined
  let portal: Awaited<ReturnType<typeof startPortal>> | undefined
  try {
    say(`${rows.toLocaleString('en')} lines: generating and loading`)
    bench = await openBenchDatabase(server, rows)
    const people = await arrange(bench, dataDir)
    const { user, host, port } = server.connection
    const url = `postgres://${user}@/${bench.name}?host=${encodeURIComponent(host)}&port=${port}`
    portal = await startPortal(url, dataDir, values.profile)
    const postmaster = Number(
      fs.readFileSync(path.join(server.folder, 'data', 'pg', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    if (values.screen) {
      const figures = await pressScreen({ url: portal.url, pid: portal.pid, postmaster }, people, seconds)
      save({ rows, seconds, screen: true }, figures)
      return
    }
    const open = streams > 0 ? await openStreams(portal.url, people, streams) : undefined
    if (open) say(`${open.open()} streams are open`)

    await press(portal.url, people, { connections, until: performance.now() + 5000 })
    const before = {
      portal: cpuSeconds(portal.pid),
      database: cpuSeconds(postmaster),
      own: process.cpuUsage(),
      at: performance.now(),
    }
    const until = before.at + seconds * 1000
    const emitting = open && emit(bench.client, until)
    const told = await press(portal.url, people, {
      connections,
      until,
      ...(values.rate && { rate: Number(values.rate) }),
    })
    await emitting
    const passed = (performance.now() - before.at) / 1000
    const own = process.cpuUsage(before.own)
    const figures = {
      ...summary(told, passed),
      processorMsPerRequest: {
        portal: Number(((1000 * (cpuSeconds(portal.pid) - before.portal)) / told.length).toFixed(2)),
        database: Number(((1000 * (cpuSeconds(postmaster) - before.database)) / told.length).toFixed(2)),
        generator: Number(((own.user + own.system) / 1000 / told.length).toFixed(2)),
      },
      memoryMb: memory(portal.pid),
      ...(open && {
        streams: {
          open: open.open(),
          events: open.late.length,
          lateP50: at(sorted(open.late), 0.5),
          lateP99: at(sorted(open.late), 0.99),
        },
      }),
    }
    open?.close()
    report({ rows, seconds, connections, streams, rate: values.rate }, figures)
  } finally {
    await portal?.stop()
    await bench?.close()
    await server.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Ten events a second, each for everybody of a tenant and with its time as topic. */
async function emit(client: { query(text: string, values: unknown[]): Promise<unknown> }, until: number) {
  for (let tenant = 0; performance.now() < until; tenant++) {
    await client.query('insert into portal.outbox (tenant_id, topic) values ($1, $2)', [
      1 + (tenant % 50),
      `bench:${Date.now()}`,
    ])
    await client.query(`select pg_notify('outbox', '')`, [])
    await new Promise((done) => setTimeout(done, 100))
  }
}

function report(options: object, figures: ReturnType<typeof summary>) {
  const { kinds, ...all } = figures
  for (const [kind, { n, p50, p99 }] of Object.entries(kinds))
    say(`${kind.padEnd(18)} ${String(n).padStart(7)}   p50 ${p50} ms, p99 ${p99} ms`)
  say(JSON.stringify(all))
  save(options, figures)
}

function save(options: object, figures: object) {
  const machine = {
    cores: os.cpus().length,
    model: os.cpus()[0]?.model,
    node: process.version,
    load: os.loadavg(),
  }
  const folder = path.join(import.meta.dirname, '..', 'results')
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `load-${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`)
  fs.writeFileSync(file, `${JSON.stringify({ machine, options, figures }, null, 2)}\n`)
  say(
    `written to ${path.relative(process.cwd(), file)}; load of the machine ${os
      .loadavg()
      .map((n) => n.toFixed(1))
      .join(' ')}`,
  )
}
