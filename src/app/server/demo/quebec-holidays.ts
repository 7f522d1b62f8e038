import type { ClosedDay } from '../../../features/company/contract.ts'

const at = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day))
const iso = (date: Date) => date.toISOString().slice(0, 10)
const later = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000)
/** The first Monday from a day on. */
const mondayFrom = (date: Date) => later(date, (8 - date.getUTCDay()) % 7)

/** Easter Sunday by the Gregorian calendar. */
function easter(year: number): Date {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const skipped = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const moon = (19 * golden + skipped + 15) % 30
  const full =
    moon - Math.floor(moon / 28) * (1 - Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + full + 2 - century + Math.floor(century / 4)) % 7
  const offset = full - weekday
  return later(at(year, 3, 28), offset)
}

const names = (en: string, fr: string, de: string, es: string) => ({ en, 'fr-CA': fr, de, es })

/** The public holidays of Quebec in a year, in their order. */
export function quebecHolidays(year: number): ClosedDay[] {
  const canadaDay = at(year, 7, 1)
  return (
    [
      [at(year, 1, 1), names('New Year’s Day', 'Jour de l’An', 'Neujahr', 'Año Nuevo')],
      [later(easter(year), -2), names('Good Friday', 'Vendredi saint', 'Karfreitag', 'Viernes Santo')],
      [
        mondayFrom(at(year, 5, 18)),
        names(
          'National Patriots’ Day',
          'Journée nationale des patriotes',
          'Nationaler Tag der Patrioten',
          'Día Nacional de los Patriotas',
        ),
      ],
      [
        at(year, 6, 24),
        names(
          'National Holiday',
          'Fête nationale du Québec',
          'Nationalfeiertag Quebecs',
          'Fiesta Nacional de Quebec',
        ),
      ],
      [
        canadaDay.getUTCDay() === 0 ? later(canadaDay, 1) : canadaDay,
        names('Canada Day', 'Fête du Canada', 'Kanadatag', 'Día de Canadá'),
      ],
      [
        mondayFrom(at(year, 9, 1)),
        names('Labour Day', 'Fête du Travail', 'Tag der Arbeit', 'Día del Trabajo'),
      ],
      [
        mondayFrom(at(year, 10, 8)),
        names('Thanksgiving', 'Action de grâces', 'Erntedankfest', 'Acción de Gracias'),
      ],
      [at(year, 12, 25), names('Christmas Day', 'Jour de Noël', 'Weihnachtstag', 'Navidad')],
    ] as const
  ).map(([date, called]) => ({ day: iso(date), names: called }))
}
