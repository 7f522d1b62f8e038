import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { order, sale } from '../../support/ingest.ts'

type Kind = 'orders' | 'sales-history'
export type Row = { key: string; cents: number; client: string }

/** What a client sent, and what it was told: the ledger that the judge compares the database with. */
export type Entry = { batch: string; kind: Kind; rows: Row[]; answer: string | null }

type Setting = {
  url: () => string
  /** A key has 600 requests a minute; each client takes turns with its own. */
  keys: string[][]
  clientCodes: string[]
  random: () => number
  onAcknowledged: () => void
}

/** Upstream systems that push batches of one to six rows without rest, and each batch until it is acknowledged. */
export function startUpstreamClients({ url, keys, clientCodes, random, onAcknowledged }: Setting) {
  const ledger: Entry[] = []
  const tries: Record<string, number> = {}
  let going = true
  let numbers = 0

  function nextBatch(client: number, own: Row[]): Entry {
    const kind = client % 2 ? 'orders' : 'sales-history'
    const rows = Array.from({ length: 1 + Math.floor(random() * 6) }, (): Row => {
      const cents = Math.floor(random() * 1e6)
      const known = own[Math.floor(random() * own.length)]
      if (known && random() < 0.2) return { ...known, cents }
      const fresh = { key: String(++numbers), cents, client: pick(clientCodes, random) }
      own.push(fresh)
      return fresh
    })
    const lastOfEach = [...new Map(rows.map((row) => [row.key, row])).values()]
    return { batch: `batch ${ledger.length}`, kind, rows: lastOfEach, answer: null }
  }

  async function pushUntilAcknowledged(entry: Entry, key: () => string) {
    const body = JSON.stringify(entry.rows.map((row) => asSent(entry.kind, row)))
    for (;;) {
      const answer = await fetch(`${url()}/api/v1/ingest/${entry.kind}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key()}`, 'idempotency-key': entry.batch },
        body,
        signal: AbortSignal.timeout(30_000),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => ({ status: 0, text: '' })) // refused, or broken off in the middle of an answer
      tries[answer.status] = (tries[answer.status] ?? 0) + 1
      if (answer.status === 200) {
        entry.answer = answer.text
        return onAcknowledged()
      }
      if (![0, 409, 429, 503].includes(answer.status))
        throw new Error(`${entry.batch}: ${answer.status} ${answer.text}`)
      await sleep(answer.status === 409 ? 30 : 150)
    }
  }

  async function work(client: number) {
    const own: Row[] = []
    const mine = keys[client] as string[]
    for (let round = 0; going; round++) {
      const entry = nextBatch(client, own)
      ledger.push(entry)
      // The same key for all tries: it is part of what makes a request the same.
      const key = mine[round % mine.length] as string
      await pushUntilAcknowledged(entry, () => key)
    }
  }

  const all = Promise.all(keys.map((_, client) => work(client)))
  return {
    failed: all.then(() => new Promise<never>(() => {})),
    /** Every batch is acknowledged; the ledger is in `file`, an entry a line. */
    async finish(file: string) {
      going = false
      await all
      fs.writeFileSync(file, ledger.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
      return { batches: ledger.length, rows: ledger.reduce((sum, { rows }) => sum + rows.length, 0), tries }
    },
  }
}

const pick = <T>(of: T[], random: () => number) => of[Math.floor(random() * of.length)] as T

function asSent(kind: Kind, { key, cents, client }: Row) {
  const amount = (cents / 100).toFixed(2)
  if (kind === 'orders') return order(Number(key), { 'Client Code': client, 'Montant Total': amount })
  return sale(key, { 'Client Code': client, Amount: amount })
}
