import type { LotDetail } from '../../../lots/contract.ts'
import { resultText, testName } from '../../../lots/server/published.ts'
import { fold, type Question } from '../../domain/understand.ts'
import { KINDS } from '../../domain/words.ts'
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
  const name = q.rest
    .split(' ')
    .filter((word) => !KINDS.has(word))
    .join(' ')
  const what = q.codes[0]?.toUpperCase() ?? name
  if (!what) return desk.declined('metal_which')
  const { lots, isAll } = await lotsMeant(desk, { codes: q.codes, name, order: orders[0]?.id })
  if (lots.length === 0) return desk.declined('nothing_found', { what })
  const told = lots.flatMap(({ lot, results }) =>
    results
      .filter(({ stands, test }) => stands && TEST.test(fold(test)))
      .map((row) =>
        say('metal_result', {
          ...{ lot: lot.lotNo, test: testName(row.test, desk.language), result: resultText(row) },
          verdict: say(`verdict_${row.verdict}`),
        }),
      ),
  )
  return desk.answered(
    desk.lines(
      told.length > 0 ? say('metal_results') : say('metal_none', { what }),
      ...told,
      !isAll && say('metal_newest', { count: LISTED }),
    ),
    lots.map(({ lot }) => citeLot(desk, lot)),
  )
}

type Meant = { codes: readonly string[]; name: string; order: number | undefined }

async function lotsMeant(
  desk: Desk,
  { order, ...meant }: Meant,
): Promise<{ lots: LotDetail[]; isAll: boolean }> {
  const detail = (lotNo: string) => orNothing(desk.reads.lots.get({ lotNo }))
  const addresses = order === undefined ? await addressesOf(desk, meant) : await addressesOnOrder(desk, order)
  const found = await Promise.all(addresses.slice(0, LISTED).map(detail))
  return { lots: found.flatMap((lot) => lot ?? []), isAll: addresses.length <= LISTED }
}

async function addressesOf(desk: Desk, { codes, name }: Omit<Meant, 'order'>): Promise<string[]> {
  for (const code of codes) {
    const own = await lotsOf(desk, code)
    if (own.length > 0) return own.map(({ id }) => `id:${id}`)
    const { items } = await desk.reads.lots.list({ search: code, limit: LISTED + 1 })
    const made = items.filter(({ itemNo }) => sameNumber(itemNo, code))
    if (made.length > 0) return made.map(({ id }) => `id:${id}`)
  }
  if (codes.length > 0 || name.length < 3) return []
  const { items } = await desk.reads.lots.list({ search: name, limit: LISTED + 1 })
  return items.map(({ id }) => `id:${id}`)
}

async function addressesOnOrder(desk: Desk, id: number): Promise<string[]> {
  const { lines } = await desk.reads.orders.get({ ordNo: `id:${id}` })
  return [...new Set(lines.flatMap(({ lotAddress }) => lotAddress ?? []))]
}
