import type { LotDetail } from '../../../lots/contract.ts'
import { resultText } from '../../../lots/server/published.ts'
import { fold, type Question } from '../../domain/understand.ts'
import { type Answer, type Desk, type Named, orNothing, sameNumber } from './desk.ts'
import { citeLot, lotsOf } from './quality.ts'

const LISTED = 5
/** What laboratories call the test. */
const TEST = /(?<!\p{L})(?:lead|plomb|blei|plomo|pb)(?!\p{L})/u
const WEEKS = /^(?:weeks?|semaines?|wochen?|semanas?|days?|jours?|tagen?|dias?)$/

/** "Lead" is the metal; the lead time, and how many weeks, are of production. */
export const asksOfMetal = (q: Question): boolean =>
  q.has('metal') && !q.has('lead', 'minimum', 'price') && !q.words.some((word) => WEEKS.test(word))

/** The results of lead of a lot, of the newest lots of a product, or of those of an order. */
export async function aboutMetal(desk: Desk, q: Question, { orders }: Named): Promise<Answer> {
  const { say } = desk
  if (!desk.may('lots', 'get')) return desk.declined('not_allowed')
  const what = q.codes[0]?.toUpperCase() ?? q.rest.trim()
  if (!what) return desk.declined('metal_which')
  const lots = await lotsMeant(desk, q, orders[0]?.id)
  if (lots.length === 0) return desk.declined('nothing_found', { what })
  const told = lots.flatMap(({ lot, results }) =>
    results
      .filter(({ stands, test }) => stands && TEST.test(fold(test)))
      .map((row) =>
        say('metal_result', {
          ...{ lot: lot.lotNo, test: row.test, result: resultText(row) },
          verdict: say(`verdict_${row.verdict}`),
        }),
      ),
  )
  return desk.answered(
    told.length > 0 ? desk.lines(say('metal_results'), ...told) : say('metal_none', { what }),
    lots.map(({ lot }) => citeLot(desk, lot)),
  )
}

async function lotsMeant(desk: Desk, q: Question, order: number | undefined): Promise<LotDetail[]> {
  const detail = (lotNo: string) => orNothing(desk.reads.lots.get({ lotNo }))
  const addresses = order === undefined ? await addressesOf(desk, q) : await addressesOnOrder(desk, order)
  const found = await Promise.all(addresses.slice(0, LISTED).map(detail))
  return found.flatMap((lot) => lot ?? [])
}

async function addressesOf(desk: Desk, q: Question): Promise<string[]> {
  for (const code of q.codes) {
    const own = await lotsOf(desk, code)
    if (own.length > 0) return own.map(({ id }) => `id:${id}`)
    const { items } = await desk.reads.lots.list({ search: code, limit: LISTED })
    const made = items.filter(({ itemNo }) => sameNumber(itemNo, code))
    if (made.length > 0) return made.map(({ id }) => `id:${id}`)
  }
  const search = q.rest.trim()
  if (q.codes.length > 0 || search.length < 3) return []
  const { items } = await desk.reads.lots.list({ search, limit: LISTED })
  return items.map(({ id }) => `id:${id}`)
}

async function addressesOnOrder(desk: Desk, id: number): Promise<string[]> {
  const { lines } = await desk.reads.orders.get({ ordNo: `id:${id}` })
  return [...new Set(lines.flatMap(({ lotAddress }) => lotAddress ?? []))]
}
