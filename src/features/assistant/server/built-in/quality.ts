import type { Lot, LotState } from '../../../lots/contract.ts'
import { resultText, testName } from '../../../lots/server/published.ts'
import { fold, type Question } from '../../domain/understand.ts'
import { type Answer, type Desk, orNothing, sameNumber } from './desk.ts'

const LISTED = 5
const OF_ONE_THING = 50

export const citeLot = (desk: Desk, lot: Lot) => ({
  label: desk.say('label_lot', { number: lot.lotNo }),
  href: `/lots/${/^[\p{L}\p{N}_-]{1,100}$/u.test(lot.address) ? encodeURIComponent(lot.address) : `id:${lot.id}`}`,
})

export async function lotsOf(desk: Desk, code: string): Promise<Lot[]> {
  const { items } = await desk.reads.lots.list({ search: code, limit: 50 })
  return items.filter(({ lotNo }) => sameNumber(lotNo, code))
}

export async function aboutLot(desk: Desk, found: Lot): Promise<Answer> {
  const { say, day } = desk
  const { lot, results, certificate, lines } = await desk.reads.lots.get({ lotNo: `id:${found.id}` })
  const citations = [citeLot(desk, lot)]
  if (certificate?.documentId)
    citations.push({
      label: say('label_certificate', { number: lot.lotNo }),
      href: `/documents/${certificate.documentId}`,
    })
  const failed = results.filter(({ verdict, stands }) => stands && verdict === 'fail')
  return desk.answered(
    desk.lines(
      say('lot_is', { number: lot.lotNo, state: say(`lot_${lot.state}`) }),
      lot.productName && say('lot_product', { name: lot.productName, item: lot.itemNo }),
      lot.manufacturedOn && say('lot_made', { date: day(lot.manufacturedOn) }),
      lot.expiresOn && say('lot_expires', { date: day(lot.expiresOn) }),
      lot.tests > 0 &&
        say('lot_tests', {
          ...{ tests: lot.tests, failed: lot.outOfSpecification, open: lot.open },
          passed: lot.tests - lot.outOfSpecification - lot.open,
        }),
      ...failed
        .slice(0, LISTED)
        .map((row) =>
          say('lot_failed', { test: testName(row.test, desk.language), result: resultText(row) }),
        ),
      certificate && say(`lot_certificate_${certificate.state}`, { lot: lot.lotNo }),
      lines &&
        lines.length > 0 &&
        say('lot_orders', {
          orders: [...new Set(lines.map(({ ordNo }) => ordNo ?? '–'))].slice(0, LISTED).join(', '),
        }),
    ),
    citations,
  )
}

/** Lots of a state, or all of them, the newest first. */
export async function someLots(desk: Desk, q: Question): Promise<Answer> {
  const { say } = desk
  const state: LotState | undefined = q.has('expiry') ? 'expired' : q.has('hold') ? 'on_hold' : undefined
  const search = q.rest.trim() || undefined
  // No state of a lot is called open or active.
  if (!state && q.has('active')) return desk.declined('beyond')
  const filter = { ...(state && { state }), ...(search && { search }) }
  const page = await desk.reads.lots.list({ ...filter, limit: LISTED })
  const total = page.total ?? 0
  const query = new URLSearchParams(filter).toString()
  const citation = { label: say('label_lots', { count: total }), href: query ? `/lots?${query}` : '/lots' }
  if (search && total === 0)
    return { ...desk.declined('nothing_found', { what: search }), citations: [citation] }
  // In parentheses: a state beside a number of lots would have to agree with it.
  const about = [state && say(`lot_${state}`), search && say('quoted', { text: search })].filter(Boolean)
  return desk.answered(
    desk.lines(
      say('lots_of', { count: total, what: about.length > 0 ? `(${about.join(', ')})` : '' }),
      ...page.items.map((lot) =>
        say('lot_short', {
          number: lot.lotNo,
          name: lot.productName ?? lot.itemNo,
          state: say(`lot_${lot.state}`),
          date: desk.day(lot.expiresOn),
        }),
      ),
    ),
    [citation, ...page.items.map((lot) => citeLot(desk, lot))],
  )
}

async function onShelves(desk: Desk, what: string, limit: number) {
  const { reads } = desk
  const search = { search: what, limit }
  const shelves = await Promise.all([
    desk.may('documents', 'factSheets') ? reads.documents.factSheets(search) : undefined,
    desk.may('documents', 'documentation') ? reads.documents.documentation(search) : undefined,
    desk.may('documents', 'quality') ? reads.documents.quality({ ...search, shelf: 'qa' }) : undefined,
    desk.may('documents', 'quality') ? reads.documents.quality({ ...search, shelf: 'qc' }) : undefined,
    desk.may('documents', 'legal') ? orNothing(reads.documents.legal({ search: what })) : undefined,
  ])
  return [
    ...new Map(
      shelves.flatMap((shelf) => shelf?.items ?? []).map((document) => [document.id, document]),
    ).values(),
  ]
}

/** Of what bears the number, the titles and numbers that hold every word: "kosher certificate FG-1010-30". */
async function ofThing(desk: Desk, words: string, code: string) {
  const found = await onShelves(desk, code, OF_ONE_THING)
  return found.filter(({ title, number }) => {
    const named = fold(`${title} ${number ?? ''}`)
    return words.split(' ').every((word) => named.includes(fold(word)))
  })
}

/** Documents by title, number or the text inside their files, on every shelf that the asker may look at. */
export async function findDocuments(desk: Desk, what: string, words = what, code?: string): Promise<Answer> {
  const { say } = desk
  const whole = await onShelves(desk, what, LISTED)
  const found = whole.length > 0 || !code || !words ? whole : await ofThing(desk, words, code)
  if (found.length === 0) return desk.declined('nothing_found', { what })
  return desk.answered(
    desk.lines(
      say('documents_found', { what, count: found.length }),
      ...found.slice(0, LISTED).map(({ title, hit }) =>
        hit
          ? say('document_inside', {
              title,
              page: hit.page,
              text: `${hit.before}${hit.match}${hit.after}`.replace(/\s+/g, ' ').trim(),
            })
          : say('document_short', { title }),
      ),
    ),
    found.slice(0, LISTED).map(({ id, title }) => ({ label: title, href: `/documents/${id}` })),
  )
}
