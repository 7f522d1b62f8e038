import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { TENANTS } from '../generate-sales.ts'

/** What the design asks of a batch that upstream pushes. */
export const ROWS = 10_000

/** Lines that landed, between the first batch and the end of the last. */
export type Pushed = { rows: number; ms: number }

/** A line of one of the fifty clients, of an invoice of its own. */
const line = (name: string, at: number) => ({
  Id: `${name} ${at}`,
  Year: 2025,
  Month: 1 + (at % 12),
  'Client Code': `C${1 + (at % TENANTS)}-1000`,
  'Customer Name': `Customer ${at % 40}`,
  'Item No': `P${at % 200}`,
  'Item Name': `Pushed ${at % 200}`,
  'Invoice No': `${name}${at}`,
  'Qty Sold': 1 + (at % 9),
  Amount: `${10 + (at % 90)}.50`,
})

/**
 * Upstream, in a process of its own: what it sends would otherwise hold up the clock of the readers, who are elsewhere. Told
 * once to begin and once to end; meanwhile so many batches of sales lines at most, one after the other, each at least so many
 * milliseconds after the one before. `name`: of its own, or nothing of it would be new.
 */
async function push(url: string, key: string, batches: number, every: number, name: string): Promise<void> {
  // Made beforehand: beside the readers it would take a processor.
  const bodies = Array.from({ length: batches }, (_, batch) =>
    JSON.stringify(Array.from({ length: ROWS }, (_, at) => line(name, batch * ROWS + at))),
  )
  process.send?.('ready')
  await once(process, 'message')
  let going = true
  process.once('message', () => {
    going = false
  })
  const pushed: Pushed = { rows: 0, ms: 0 }
  const began = performance.now()
  for (const [batch, body] of bodies.entries()) {
    const wait = began + batch * every - performance.now()
    if (wait > 1) await sleep(wait)
    const answer = await fetch(`${url}/api/v1/ingest/sales-history`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body,
    })
    if (answer.status !== 200) throw new Error(`a batch was refused: ${await answer.text()}`)
    await answer.arrayBuffer()
    pushed.rows += ROWS
    pushed.ms = performance.now() - began
    if (!going) break
  }
  if (going) throw new Error('all that was made to be pushed has landed')
  process.send?.(pushed)
}

const [, , url = '', key = '', batches = '', every = '', name = ''] = process.argv
if (process.send)
  await push(url, key, Number(batches), Number(every), name).finally(() => process.disconnect())
