import type { Person } from './arrange.ts'

export type Ask = {
  kind: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

const STATUS = ['Blend', 'Packaging', 'Completed']
let numbers = 0

/** What the next request of a person is: four reads to one write, in the proportions of a working day. */
export function nextAsk(person: Person, random: () => number, known: Map<string, string>): Ask {
  const chance = random()
  const read = (kind: string, path: string): Ask => {
    const tag = known.get(`${person.cookie} ${path}`)
    return {
      kind,
      method: 'GET',
      path: `/api/v1${path}`,
      headers: { cookie: person.cookie, 'accept-encoding': 'gzip', ...(tag && { 'if-none-match': tag }) },
    }
  }
  if (chance < 0.3) return read('orders', `/orders?limit=50&dir=${random() < 0.5 ? 'asc' : 'desc'}`)
  if (chance < 0.4) return read('orders by status', `/orders?status=${STATUS[Math.floor(random() * 3)]}`)
  if (chance < 0.45) return read('search', `/orders?search=of+${Math.floor(random() * 97)}`)
  if (chance < 0.6) return read('sales', `/sales/history?year=${2020 + Math.floor(random() * 6)}`)
  if (chance < 0.65)
    return read('sales lines', `/sales/lines?year=${2020 + Math.floor(random() * 6)}&month=3`)
  if (chance < 0.8) return read('session', '/session')
  if (chance < 0.9)
    return {
      kind: 'preferences',
      method: 'POST',
      path: '/api/v1/session/preferences',
      headers: { cookie: person.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ density: random() < 0.5 ? 'compact' : 'comfortable' }),
    }
  const order = {
    Primary: 5_000_000 + ++numbers,
    'Client Name': 'A client',
    'Montant Total': '12.50',
    'Ord Stat': 'Blend',
  }
  return {
    kind: 'batch',
    method: 'POST',
    path: '/api/v1/ingest/orders',
    headers: { authorization: `Bearer ${person.key}`, 'idempotency-key': `bench ${numbers}` },
    body: JSON.stringify([order]),
  }
}
