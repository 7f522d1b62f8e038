import { describe, expect, it } from 'vitest'
import { isRunning, monthsOf } from './periods.ts'
import { understand } from './understand.ts'

const TODAY = '2026-11-27'
const lines = (text: string) => text.trim().split(/\s*\n\s*/)

/** A time is spoken of, and none that is known: no figure may be told as if it were of another. */
const UNCLEAR = lines(`
  sales last week
  sales yesterday
  How much did we sell in the last 3 months?
  sales of the past 30 days
  sales two years ago
  the year before last
  sales per month in 2024
  monthly sales 2024
  sales since 2023
  sales before March 2024
  sales from 2022 to 2024
  sales between March and June 2024
  sales January to March 2024
  sales Jan–Mar 2024
  sales 2022, 2023 and 2024
  sales at the end of 2023
  sales in early 2024
  sales in the first half of 2024
  sales on March 5, 2024
  sales on 5 March 2024
  sales this month last year
  sales in the last quarter of 2024
  sales in 2023 and later
  sales in 2023 to date
  ytd sales 2021
  sales next year
  sales over the last year
  sales in March 2024 and 2023
  sales Q1 2024 and Q1
  sales on Monday
  Ventes de la semaine dernière
  Ventes des trois derniers mois
  Ventes depuis 2023
  Ventes de 2022 à 2024
  Ventes il y a deux ans
  Ventes du mois
  Ventes par an
  Ventes du 5 mars 2024
  Ventes du premier semestre 2024
  Ventes avant-hier
  Umsatz letzte Woche
  Umsatz der letzten drei Monate
  Umsatz seit 2023
  Umsatz von 2022 bis 2024
  Umsatz vor zwei Jahren
  Umsatz im ersten Halbjahr 2024
  Umsatz nächstes Jahr
  Umsatz im Quartal letztes Jahr
  ventas de la semana pasada
  ventas de los últimos tres meses
  ventas desde 2023
  ventas de 2022 a 2024
  ventas de hace dos años
  ventas del mes
  ventas del 5 de marzo de 2024
  unpaid invoices 60 days
  invoices of the last 60 days`)

describe('a time that is not understood is none', () => {
  it.each(UNCLEAR)('%s', (text) => {
    expect(understand(text, TODAY).unclear).toBe(true)
  })

  it.each(
    lines(`
    Good day, how many orders do we have?
    Guten Tag, wie viele Bestellungen haben wir?
    Buenos días, ¿cuántos pedidos tenemos?
    How many orders do we have?
    may I see my orders
    Combien de commandes avons-nous ?
    mes commandes
    sales of “Day and Night 2024”
    year over year growth
    sales growth year to date`),
  )('none is spoken of: %s', (text) => {
    expect(understand(text, TODAY)).toMatchObject({ unclear: false, periods: [] })
  })
})

const [Y, LAST] = [{ year: 2026 }, { year: 2025 }]
const [NOV, OCT] = [
  { year: 2026, month: 11 },
  { year: 2026, month: 10 },
]
describe('periods', () => {
  it.each([
    ['in January', '2026-01-01', 'sales last year', { year: 2025 }],
    ['in January', '2026-01-31', 'sales last month', { year: 2025, month: 12 }],
    ['in January', '2026-01-31', 'sales last quarter', { year: 2025, quarter: 4 }],
    ['at the end of March', '2026-03-31', 'sales last quarter', { year: 2025, quarter: 4 }],
    ['in April', '2026-04-01', 'sales last quarter', { year: 2026, quarter: 1 }],
    ['at the end of a long month', '2026-03-31', 'sales last month', { year: 2026, month: 2 }],
    ['in December', '2026-12-31', 'sales this quarter', { year: 2026, quarter: 4 }],
  ] as const)('of a day %s', (_, today, text, period) => {
    expect(understand(text, today)).toMatchObject({ unclear: false, periods: [period], rest: '' })
  })

  it.each([
    ['How much did we sell last year?', [LAST]],
    ['What were our sales last quater?', [{ year: 2026, quarter: 3 }]],
    ['last year’s sales', [LAST]],
    ['sales so far this year', [Y]],
    ['sales in the current month', [NOV]],
    ['sales of last month', [OCT]],
    ['sales in May', [{ month: 5 }]],
    ['sales in March of last year', [{ year: 2025, month: 3 }]],
    ['sales in the first quarter of this year', [{ year: 2026, quarter: 1 }]],
    ['sales 3rd quarter 2024', [{ year: 2024, quarter: 3 }]],
    ['sales of the year 2024', [{ year: 2024 }]],
    ['2024 Q2 sales', [{ year: 2024, quarter: 2 }]],
    ['sales 2026 to date', [Y]],
    ['Combien avons-nous vendu l’an dernier ?', [LAST]],
    ["Combien avons-nous vendu l'année dernière ?", [LAST]],
    ['Ventes du mois dernier', [OCT]],
    ['Ventes de cette année', [Y]],
    ['Ventes de l’année en cours', [Y]],
    ['Ventes de ce mois-ci', [NOV]],
    ['Ventes du trimestre dernier', [{ year: 2026, quarter: 3 }]],
    ['Ventes de mars de l’an passé', [{ year: 2025, month: 3 }]],
    ['Ventes du 2e trimestre 2024', [{ year: 2024, quarter: 2 }]],
    ['Umsatz letztes Jahr', [LAST]],
    ['Umsatz im letzten Monat', [OCT]],
    ['Umsatz dieses Jahr', [Y]],
    ['Umsatz im laufenden Quartal', [{ year: 2026, quarter: 4 }]],
    ['Umsatz im Vorjahr', [LAST]],
    ['Umsatz im 1. Quartal 2024', [{ year: 2024, quarter: 1 }]],
    ['ventas del año pasado', [LAST]],
    ['ventas del mes pasado', [OCT]],
    ['ventas de este año', [Y]],
    ['ventas de este mes', [NOV]],
    ['ventas del año en curso', [Y]],
    ['ventas del primer trimestre de 2024', [{ year: 2024, quarter: 1 }]],
  ] as const)('%s', (text, periods) => {
    expect(understand(text, TODAY)).toMatchObject({ unclear: false, periods, rest: '', codes: [] })
  })

  it.each([
    [
      'sales in march 2024 vs march 2023',
      [
        { year: 2024, month: 3 },
        { year: 2023, month: 3 },
      ],
    ],
    [
      'Compare Q1 2026 with Q1 2025',
      [
        { year: 2026, quarter: 1 },
        { year: 2025, quarter: 1 },
      ],
    ],
    ['sales growth 2024 vs 2023', [{ year: 2024 }, { year: 2023 }]],
    ['growth from 2023 to 2024', [{ year: 2023 }, { year: 2024 }]],
    ['compare sales between 2023 and 2024', [{ year: 2023 }, { year: 2024 }]],
    [
      'sales in March and April 2024',
      [
        { year: 2024, month: 3 },
        { year: 2024, month: 4 },
      ],
    ],
    [
      'sales in March 2024 vs 2023',
      [
        { year: 2024, month: 3 },
        { year: 2023, month: 3 },
      ],
    ],
    ['sales this year vs last year', [Y, LAST]],
    [
      'Ventes de mars 2024 par rapport à mars 2023',
      [
        { year: 2024, month: 3 },
        { year: 2023, month: 3 },
      ],
    ],
    [
      'Comparez T1 2026 et T1 2025',
      [
        { year: 2026, quarter: 1 },
        { year: 2025, quarter: 1 },
      ],
    ],
    ['Umsatz 2024 im Vergleich zu 2023', [{ year: 2024 }, { year: 2023 }]],
    ['Umsatz 2024 gegenüber dem Vorjahr', [{ year: 2024 }, LAST]],
    ['ventas de 2024 frente a 2023', [{ year: 2024 }, { year: 2023 }]],
  ] as const)('two of them: %s', (text, periods) => {
    expect(understand(text, TODAY)).toMatchObject({ unclear: false, periods, rest: '' })
  })

  it.each([
    'unpaid invoices over 60 days',
    'invoices more than 60 days overdue',
    'Factures en retard de plus de 60 jours',
    'Rechnungen, die seit mehr als 60 Tagen überfällig sind',
    'facturas con más de 60 días de retraso',
  ])('days that are over: %s', (text) => {
    expect(understand(text, TODAY)).toMatchObject({ unclear: false, periods: [], overDays: 60 })
  })

  it('is running from its first day to the one before its last', () => {
    const month = { year: 2026, month: 11 }
    expect(
      ['2026-10-31', '2026-11-01', '2026-11-29', '2026-11-30'].map((day) => isRunning(month, day)),
    ).toEqual([false, true, true, false])
    expect(isRunning({ year: 2026 }, '2026-12-30')).toBe(true)
    expect(isRunning({ year: 2026, quarter: 4 }, '2026-09-30')).toBe(false)
    expect(isRunning({ month: 11 }, TODAY)).toBe(false)
    expect(monthsOf({ year: 2024, quarter: 1 })).toEqual({ from: '2024-01', to: '2024-03' })
  })
})
