import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, aKey, aMember, aTenant } from '../support/actors.ts'
import { createClient, type Json } from '../support/client.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const TODAY = '2026-11-27'
let portal: TestPortal
let buyer: Actor
/** Nobody asks so much in a minute alone. */
let colleague: Actor
/** Whose newest sales are in the other dataset alone. */
let newcomer: Actor
beforeAll(async () => {
  portal = await startTestPortal({ REPORTING_AS_OF: TODAY })
  const tenant = await aTenant(portal, { name: 'Own', clientCodes: ['A-1'] })
  await aTenant(portal, { name: 'Other', clientCodes: ['B-1'] })
  const fresh = await aTenant(portal, { name: 'Fresh', clientCodes: ['C-1'] })
  const key = await aKey(portal)
  const send = async (kind: string, rows: object[]) => {
    const { status, body } = await createClient(portal.url).post(`/api/v1/ingest/${kind}`, rows, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect([status, body.rejected]).toEqual([200, 0])
  }
  await send('sales-history', [
    ...SALES.map(([year, month, amount], n) => sale(`S-${n}`, 'A-1', year, month, amount)),
    ...SALES.map(([year, month], n) => sale(`X-${n}`, 'B-1', year, month, '999999.99')),
    sale('C-1', 'C-1', 2025, 5, '10.00'),
  ])
  await send('current-sales', [
    {
      Id: '1',
      SO: '1',
      Year: 2026,
      Month: 5,
      'Account Number': 'C-1',
      Code: 'FG-9',
      'Qty Sent': 1,
      Total: '31.00',
    },
  ])
  await send('orders', [
    ...['Blend', 'CTS', 'In Progress', 'In Progress', 'Packaging', 'Completed', 'Not Started', 'Pending'].map(
      (status, n) => ({
        'Ord No': `4000${n}`,
        'Client Code': 'A-1',
        'Ord Stat': status,
        'Montant Total': '1.00',
      }),
    ),
    { 'Ord No': '50000', 'Client Code': 'B-1', 'Ord Stat': 'Blend', 'Montant Total': '1.00' },
  ])
  await send('invoices', [
    invoice('INV-61', '2026-09-27', '100.10'),
    invoice('INV-90', '2026-08-29', '200.20'),
    invoice('INV-60', '2026-09-28', '400.40'),
    invoice('INV-DUE', '2026-12-24', '800.80'),
    invoice('INV-B', '2026-01-01', '999999.99', 'B-1'),
  ])
  ;[buyer, colleague] = [await aMember(portal, tenant), await aMember(portal, tenant)]
  newcomer = await aMember(portal, fresh)
})
afterAll(() => portal?.close())

/** Year, month, amount; a quantity of as many as the month. */
const SALES = [
  [2023, 3, '800.25'],
  [2024, 3, '1000.50'],
  [2025, 2, '300.00'],
  [2025, 11, '50.00'],
  [2026, 2, '450.00'],
  [2026, 10, '77.10'],
  [2026, 11, '12.34'],
] as const
const sale = (id: string, client: string, year: number, month: number, amount: string) => ({
  ...{ Id: id, Year: year, Month: month, 'Invoice No': id, 'Qty Sold': month, Amount: amount },
  ...{ 'Client Code': client, 'Item No': `FG-${year}`, 'Item Name': `Product of ${year}` },
})
const invoice = (number: string, due: string, total: string, client = 'A-1') => ({
  ...{
    'Invoice No': number,
    'Client Code': client,
    Total: total,
    'Invoice Date': '2026-01-01',
    'Due Date': due,
  },
})
const answerTo = async (question: string, who: Actor = buyer): Promise<Json> => {
  const { status, body } = await who.post('/api/v1/assistant/turns', { question })
  expect([question, status]).toEqual([question, 200])
  return { ...body, said: body.answer.replace(/[\u00a0\u202f]/g, ' '), links: hrefs(body) }
}
const hrefs = ({ citations }: Json): string[] => citations.map(({ href }: Json) => href)

describe('refusals', () => {
  it.each([
    ['en', 'How much did we sell last week?'],
    ['en', 'sales since 2024'],
    ['en', 'sales from 2023 to 2025'],
    ['en', 'sales today'],
    ['en', 'best selling product of the last 3 months'],
    ['en', 'best selling product in March 2024'],
    ['en', 'compare March with April'],
    ['en', 'sales compared to 2024'],
    ['en', 'How many orders did we place last year?'],
    ['en', 'orders placed yesterday'],
    ['en', 'invoices of March 2024'],
    ['en', 'invoices 60 days'],
    ['en', 'shipments delayed more than 5 days'],
    ['fr-CA', 'Combien avons-nous vendu la semaine dernière ?'],
    ['fr-CA', 'Commandes du mois dernier'],
    ['de', 'Umsatz der letzten drei Monate'],
    ['es', 'ventas de la semana pasada'],
  ])('tells no figure of another time, in %s: %s', async (language, question) => {
    const { outcome, language: spoken, answer, citations } = await answerTo(question)
    expect([outcome, spoken, citations]).toEqual(['declined', language, []])
    expect(answer).not.toMatch(/\d/)
  })

  it('tells neither nothing nor a sum of two datasets where one alone has sales', async () => {
    for (const question of [
      'sales Q2 2026',
      'compare 2026 with 2023',
      'Q2 2026 vs Q2 2025',
      'best product 2026',
    ])
      expect([question, await answerTo(question, newcomer)]).toMatchObject([
        question,
        { outcome: 'declined', links: [expect.stringMatching(/^\/current-sales\?year=2026/)] },
      ])
    // Of another quarter neither has any.
    expect((await answerTo('sales Q1 2026', newcomer)).said).toBe('There are no sales in Q1 2026.')
    expect((await answerTo('sales this year', newcomer)).said).toContain('$31.00')
  })
})

describe('sales of a period', () => {
  it.each([
    ['en', 'How much did we sell last year?', 'in 2025: $350.00', '/sales?year=2025'],
    ['en', 'What were our sales last year?', 'in 2025: $350.00', '/sales?year=2025'],
    ['en', 'sales this year', 'in 2026 (to date): $539.44', '/sales?year=2026'],
    ['en', 'sales last month', 'in October 2026: $77.10', '/sales?year=2026&month=10'],
    ['en', 'sales this quarter', 'in Q4 2026 (to date): $89.44', '/sales-analytics?year=2026&quarter=4'],
    ['en', 'sales in Q1', 'in Q1 of all years: $2,550.75', '/sales-analytics?quarter=1'],
    ['fr-CA', 'Combien avons-nous vendu l’an dernier ?', 'en 2025 : 350,00 $', '/sales?year=2025'],
    ['fr-CA', "Combien avons-nous vendu l'année dernière ?", 'en 2025 : 350,00 $', '/sales?year=2025'],
    ['fr-CA', 'Ventes du mois dernier', 'en octobre 2026 : 77,10 $', '/sales?year=2026&month=10'],
    ['fr-CA', 'Ventes de cette année', 'en 2026 (à ce jour) : 539,44 $', '/sales?year=2026'],
    ['fr-CA', 'Ventes de ce mois-ci', 'en novembre 2026 (à ce jour) : 12,34 $', '/sales?year=2026&month=11'],
    ['de', 'Umsatz letztes Jahr', 'im Jahr 2025: 350,00 CA$', '/sales?year=2025'],
    ['de', 'Umsatz im letzten Monat', 'im Oktober 2026: 77,10 CA$', '/sales?year=2026&month=10'],
    [
      'de',
      'Wie hoch ist unser Umsatz dieses Jahr?',
      'im Jahr 2026 (bis heute): 539,44 CA$',
      '/sales?year=2026',
    ],
    ['es', '¿Cuánto vendimos el año pasado?', 'en 2025: CAD 350.00', '/sales?year=2025'],
    ['es', 'Ventas del mes pasado', 'en octubre de 2026: CAD 77.10', '/sales?year=2026&month=10'],
    ['es', '¿Cuánto vendimos este año?', 'en 2026 (a la fecha): CAD 539.44', '/sales?year=2026'],
  ])('in %s: %s', async (language, question, said, link) => {
    expect(await answerTo(question)).toMatchObject({
      ...{ outcome: 'answered', language, links: [link] },
      said: expect.stringContaining(said),
    })
  })

  it('of a list and of what a name finds too', async () => {
    const best = await answerTo('best selling product last year')
    expect(best.said).toMatch(/^Products by sales in 2025:\n- Product of 2025: \$350\.00/)
    expect(best.links).toEqual(['/sales-analytics?year=2025'])
    const french = await answerTo('Ventes de « Product of 2025 » l’an dernier ?')
    expect(french.answer).toContain('«\u00a0Product of 2025\u00a0»')
    expect(french.links).toEqual(['/sales?year=2025&search=Product+of+2025'])
  })
})

describe('two periods', () => {
  const months = '/sales-analytics?from=2024-03&to=2024-03&againstFrom=2023-03&againstTo=2023-03'
  const quarters = '/sales-analytics?from=2026-01&to=2026-03&againstFrom=2025-01&againstTo=2025-03'
  it.each([
    [
      'sales in march 2024 vs march 2023',
      ['in March 2024: $1,000.50', 'in March 2023: $800.25', '+25%'],
      months,
    ],
    [
      'sales in march 2023 vs march 2024',
      ['in March 2024: $1,000.50', 'in March 2023: $800.25', '+25%'],
      months,
    ],
    ['Compare Q1 2026 with Q1 2025', ['in Q1 2026: $450.00', 'in Q1 2025: $300.00', '+50%'], quarters],
    ['sales growth Q1 2026', ['in Q1 2026: $450.00', 'in Q1 2025: $300.00', '+50%'], quarters],
    [
      'sales growth 2024 vs 2023',
      ['in 2024: $1,000.50', 'in 2023: $800.25', '+25%'],
      '/sales-analytics?from=2024-01&to=2024-12&againstFrom=2023-01&againstTo=2023-12',
    ],
    [
      'Ventes de mars 2024 par rapport à mars 2023',
      ['en mars 2024 : 1 000,50 $', 'en mars 2023 : 800,25 $', '+25 %'],
      months,
    ],
    [
      'Umsatz T1 2026 im Vergleich zu T1 2025',
      ['im Q1 2026: 450,00 CA$', 'im Q1 2025: 300,00 CA$', '+50 %'],
      quarters,
    ],
    ['ventas de marzo de 2024 frente a marzo de 2023', ['CAD 1,000.50', 'CAD 800.25', '+25%'], months],
  ])('%s', async (question, said, link) => {
    const answer = await answerTo(question)
    expect(answer).toMatchObject({ outcome: 'answered', links: [link] })
    for (const part of said) expect(answer.said).toContain(part)
  })

  it('tells no change of one that is not over; of this year and the last what the screens compare', async () => {
    const running = await answerTo('compare this month with November 2025')
    expect(running.said).toMatch(/in November 2026 \(to date\): \$12\.34.*\n.*in November 2025: \$50\.00/)
    expect(running.said).not.toContain('%')
    const both = await answerTo('sales in 2026 and 2025')
    expect(both.said).toMatch(/in 2026 \(to date\): \$539\.44.*\n.*in 2025: \$350\.00/)
    expect(both.said).not.toContain('%')
    for (const question of ['this year vs last year', 'sales growth', 'How are sales compared to last year?'])
      expect((await answerTo(question)).said).toMatch(
        /^Months 1 to 10 of 2026 compared with 2025: \$527\.10, previously \$300\.00/,
      )
  })
})

describe('what is so now', () => {
  it('tells what is overdue by more days than named, as the Finance screen counts them', async () => {
    for (const [question, said, amount] of [
      ['unpaid invoices over 60 days', '2 invoices are more than 60 days overdue.', '$300.30'],
      ['How much is overdue by more than 60 days?', '2 invoices are more than 60 days overdue.', '$300.30'],
      [
        'Factures en retard de plus de 60 jours',
        '2 factures sont en retard de plus de 60 jours.',
        '300,30 $',
      ],
      [
        'Rechnungen mehr als 60 Tage überfällig',
        '2 Rechnungen sind seit mehr als 60 Tagen überfällig.',
        '300,30 CA$',
      ],
      [
        'facturas con más de 60 días de retraso',
        '2 facturas llevan más de 60 días de retraso.',
        'CAD 300.30',
      ],
    ] as const) {
      const answer = await answerTo(question, colleague)
      for (const part of [said, amount])
        expect([question, answer.said]).toEqual([question, expect.stringContaining(part)])
      expect(answer.links).toEqual([
        '/finance?state=overdue&sort=dueDate',
        '/finance/invoices/INV-90',
        '/finance/invoices/INV-61',
      ])
    }
    expect((await answerTo('invoices over 90 days', colleague)).said).toBe(
      'No invoice is more than 90 days overdue.',
    )
    const unpaid = await answerTo('unpaid invoices', colleague)
    expect(unpaid.said).toContain('Invoices to be paid: 1 pending, 3 overdue.')
    expect((await buyer.get('/api/v1/finance')).body.receivables.over60).toBe('300.30')
  })

  it('counts in progress what the cards count, and names the status beside it', async () => {
    const answer = await answerTo('How many orders are in progress?', colleague)
    const { total } = (await buyer.get('/api/v1/orders?group=processing')).body
    expect(total).toBe(4)
    expect(answer.said).toMatch(/^4 orders: being processed\.\nBy status: .*“in progress” 2/)
    expect(answer.links[0]).toBe('/orders?group=processing')
    const french = await answerTo('Combien de commandes sont en cours ?', colleague)
    expect(french.answer).toContain('«\u00a0in progress\u00a0» 2')
    expect((await answerTo('Wie viele Bestellungen sind in Arbeit?', colleague)).answer).toContain(
      '„in progress“ 2',
    )
    expect((await answerTo('¿Cuántos pedidos están en curso?', colleague)).answer).toContain(
      '«in progress» 2',
    )
  })

  it('takes open orders for the active ones, and today for now', async () => {
    for (const question of ['list my open orders', 'How many orders are active today?'])
      expect(await answerTo(question, colleague)).toMatchObject({
        said: expect.stringMatching(/^6 orders: active\./),
        links: expect.arrayContaining(['/orders?group=active']),
      })
  })
})
