import type { Language } from '../../contract/languages.ts'

// As the screens write them: "$" is the Canadian dollar.
const TAGS: Record<Language, string> = { en: 'en-CA', 'fr-CA': 'fr-CA', de: 'de', es: 'es' }

export type PaperFormats = ReturnType<typeof paperFormats>

/** Figures and dates of a paper, exact: money comes as a decimal string and never is a float. */
export function paperFormats(language: Language) {
  const tag = TAGS[language]
  const figures = (least: number, most: number, currency?: string) => {
    const format = new Intl.NumberFormat(tag, {
      ...(currency && { style: 'currency', currency }),
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    })
    return (figure: string) => format.format(figure as Intl.StringNumericLiteral)
  }
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' })
  const clock = new Intl.DateTimeFormat(tag, {
    ...{ hour: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
  })
  const list = new Intl.ListFormat(tag)
  const kept = new Map<string, (figure: string) => string>()
  return {
    /** Two decimals and the currency. */
    money: (amount: string, currency: string) => {
      const format = kept.get(currency) ?? figures(2, 2, currency)
      kept.set(currency, format)
      return format(amount)
    },
    /** Two decimals: in tables, whose head names the currency. */
    amount: figures(2, 2),
    /** At least two decimals, and as many as it has. */
    unitPrice: figures(2, 6),
    quantity: figures(0, 3),
    date: (value: string) => day.format(new Date(`${value}T00:00:00Z`)),
    /** 1 is Monday, as the first of January 2024 was. */
    weekday: (of: number) => weekday.format(new Date(Date.UTC(2024, 0, of))),
    /** 08:30 as a reader's clock has it. */
    clock: (time: string) => clock.format(new Date(`2024-01-01T${time}:00Z`)),
    list: (parts: string[]) => list.format(parts),
  }
}
