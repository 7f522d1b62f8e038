import os from 'node:os'
import { parseArgs } from 'node:util'
import { CLIENTS, plantSearch } from './plant-search.ts'
import { type Planting, type Portal, say, timed, withPortal } from './portal-bench.ts'
import { once, summarise } from './timing.ts'

/** Milliseconds: what a search may take a person (B3). */
const GOAL = 100

/** What people type: whole numbers, parts of them, names that stand in every row and in few, words that are nowhere. */
const terms = (orders: number): string[] => [
  String(100_000 + Math.floor(orders / 2)),
  String(100_000 + Math.floor(orders / 2)).slice(0, 4),
  `PO-${Math.floor(orders / 3)}`,
  `PO-${Math.floor(orders / 3)}`.slice(0, 6),
  'INV-500077',
  'INV-5',
  'R-700077',
  'VIR 12',
  'PAY-00000',
  '1Z00007919',
  'L200042',
  'ITM-00012',
  'nordwind',
  'atlantic',
  'capsules',
  'magnesium',
  'for mixers',
  'term001000',
  'pallet',
  'certificate',
  'pharmacy',
  'nowhere at all',
]

/**
 * `npm run bench -- search --orders 1000000 --rounds 5`: how long the search over everything takes a person of the biggest client, of
 * the smallest, somebody of the staff and an administrator.
 */
export async function runSearch(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { orders: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '5' } },
  })
  const [orders, rounds] = [values.orders, values.rounds].map(Number) as [number, number]
  if (!Number.isInteger(orders) || orders < 5000) throw new Error('--orders: a whole number from 5000')
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds: a whole number from 1')
  await withPortal(
    'bench_search',
    async (planting) => {
      const planted = await once(() => plantSearch(planting.client, { orders }))
      say(
        `${orders.toLocaleString('en')} orders and what belongs to them: written in ${(planted / 1000).toFixed(0)} s`,
      )
      return signInAll(planting)
    },
    (portal, askers) => measure(portal, askers, { orders, rounds }),
  )
}

type Asker = { name: string; cookie: string }

async function measure(
  portal: Portal,
  askers: Asker[],
  { orders, rounds }: { orders: number; rounds: number },
) {
  let beyond = 0
  for (const { name, cookie } of askers) {
    const medians: number[] = []
    for (const term of terms(orders)) {
      const { answered, times } = await timed(
        portal,
        cookie,
        `/search?${new URLSearchParams({ q: term })}`,
        rounds,
      )
      const { groups } = answered as { groups: { group: string; hits: unknown[] }[] }
      const found = groups.map(({ group, hits }) => `${group} ${hits.length}`).join(', ')
      const { median } = summarise(times)
      medians.push(median)
      say(
        `${name.padEnd(18)}${term.padEnd(16)}${Math.round(median).toString().padStart(5)} ms (${Math.round(Math.max(...times))})  ${found}`,
      )
    }
    beyond += medians.filter((median) => median > GOAL).length
    say(`${name}: ${Math.round(Math.min(...medians))} to ${Math.round(Math.max(...medians))} ms`)
  }
  say(
    `${beyond} of ${askers.length * terms(orders).length} medians beyond ${GOAL} ms; load ${os.loadavg()[0]?.toFixed(1)} at the end`,
  )
}

/** Whom it is measured for: their cookies. */
async function signInAll({ signIn }: Planting): Promise<Asker[]> {
  const asker = async (name: string, place: Parameters<Planting['signIn']>[1]): Promise<Asker> => ({
    name,
    cookie: await signIn(name, place),
  })
  return [
    await asker('biggest client', { tenant: 1, role: 'tenant_admin' }),
    await asker('smallest client', { tenant: CLIENTS, role: 'tenant_admin' }),
    await asker('staff', { staff: 'customer_service' }),
    await asker('administrator', 'administrator'),
  ]
}
