import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawn } from '../test/support/drawn.ts'
import { LONG, size } from '../test/support/form.ts'
import { SEED } from '../test/support/seed.ts'
import { aPage, open } from './support/browser.ts'
import { audit } from './support/every-number.ts'
import { closedFigures, places, readAsTables, shutPlaces } from './support/figure-places.ts'
import { type Portal, startPortal } from './support/portal.ts'
import { currentSalesRows, salesRows } from './support/sales.ts'

/** What each screen is looked at with; a long run looks with all of them. */
const SCREENS = {
  '/sales': ['', 'year=2024', 'month=3', 'search=advanced', 'currency=USD', 'year=2023&month=5'],
  '/current-sales': ['', 'year=2025', 'month=2', 'search=zinc', 'currency=USD', 'year=2024'],
  '/sales-analytics': [
    '',
    'year=2024',
    'quarter=2',
    'search=advanced',
    'unit=quantity',
    'from=2024-01&to=2024-06&againstFrom=2023-01&againstTo=2023-06',
  ],
}
const VIEWS = size(1, 6)
const FIGURES = size(6, 30)

let portal: Portal
const askers: { name: string; as: { email: string; password: string }; tenant: number | null }[] = []
beforeAll(async () => {
  portal = await startPortal({ REPORTING_AS_OF: '2025-08-31' })
  const own = await portal.aTenant({ name: 'Northern Harbour', clientCode: 'NH', currency: 'CAD' })
  await portal.aTenant({ name: 'Prairie', clientCode: 'PR', currency: 'CAD' })
  // Also of a client that nobody has claimed.
  for (const code of ['NH', 'PR', 'NOBODY']) {
    await portal.ingest('sales-history', salesRows(code))
    await portal.ingest('current-sales', currentSalesRows(code))
  }
  askers.push({ name: 'administrator', as: await portal.aPerson({ administrator: true }), tenant: null })
  askers.push({ name: 'client', as: await portal.aPerson({ tenants: [own] }), tenant: own })
}, 300_000)
afterAll(() => portal?.close())

/** How many figures of each screen were opened and held against their lines. */
const opened = new Map<string, number>()

/** Every figure can be opened; what opens from those that are chosen adds up to them, and so do the rows (D2). */
test.each(Object.entries(SCREENS))(
  'any number of %s opens its lines',
  { timeout: 3_600_000 },
  async (screen, views) => {
    const wrong: string[] = []
    const seen: string[] = []
    let figures = 0
    let audited = 0
    await Promise.all(
      askers.map(async ({ name, as, tenant }, person) => {
        const pages = [await aPage(portal, { as }), await aPage(portal, { as, width: 390 })]
        for (const [at, view] of drawn(`${screen} ${name}`, views, VIEWS).entries()) {
          // One at a desk where the other has a phone, by the run's seed.
          const page = pages[(SEED + at + person) % 2] as Page
          await open(page, `${screen}?${view}`)
          // Charts are read as tables too.
          for (const asTable of [false, true]) {
            if (asTable) await readAsTables(page)
            const found = await places(page)
            const labels = new Set(found.map(({ label }) => label))
            const closed = await closedFigures(page)
            const shut = await shutPlaces(page, found)
            const chosen = drawn(`${screen} ${name} ${view} ${asTable}`, found, Math.ceil(FIGURES / 2))
            for (const place of chosen) {
              const fault = await audit(portal, { page, tenant }, place)
              if (fault) wrong.push(`${name} ${fault}`)
            }
            const where = `${name} ${screen}?${view}${asTable ? ' as tables' : ''} at ${page.viewportSize()?.width} px`
            wrong.push(...[...closed, ...shut].map((one) => `${where} does not open: ${one}`))
            if (labels.size < found.length) wrong.push(`${where} has places of one name`)
            const has = found.length + closed.length
            const opens = found.length - shut.length
            seen.push(`${where}: ${has} figures, ${opens} open, ${chosen.length} held against their lines`)
            figures += has
            audited += chosen.length
          }
        }
      }),
    )
    opened.set(screen, audited)
    seen.push(`${screen}: ${figures} figures, ${audited} held against their lines, TEST_SEED=${SEED}`)
    console.log(seen.join('\n'))
    expect(wrong).toEqual([])
    expect(audited).toBeGreaterThan(VIEWS * FIGURES)
  },
)

test.runIf(LONG)('they were a thousand over the three screens', () => {
  const all = [...opened.values()].reduce((sum, count) => sum + count, 0)
  console.log(`${all} figures of ${opened.size} screens were held against their lines, TEST_SEED=${SEED}`)
  expect([...opened.keys()].sort()).toEqual(Object.keys(SCREENS).sort())
  expect(all).toBeGreaterThanOrEqual(1000)
})
