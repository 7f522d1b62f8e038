import { FORMAT_TAGS, type Language } from '../../contract/languages.ts'
import { minorDigits } from '../../contract/minor-digits.ts'

export type PaperFormats = ReturnType<typeof paperFormats>

/** Figures and dates of a paper, exact: money comes as a decimal string and never is a float. */
export function paperFormats(language: Language) {
  const tag = FORMAT_TAGS[language]
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
  const rates = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 4 })
  const list = new Intl.ListFormat(tag)
  const amounts = { 0: figures(0, 0), 2: figures(2, 2), 3: figures(3, 3) }
  const prices = { 0: figures(0, 6), 2: figures(2, 6), 3: figures(3, 6) }
  const kept = new Map<string, (figure: string) => string>()
  return {
    /** The decimals of the currency, and the currency. */
    money: (amount: string, currency: string) => {
      const format = kept.get(currency) ?? figures(minorDigits(currency), minorDigits(currency), currency)
      kept.set(currency, format)
      return format(amount)
    },
    /** The decimals of the currency: in tables, whose head names it. */
    amount: (amount: string, currency: string) => amounts[minorDigits(currency)](amount),
    /** At least the decimals of the currency, and as many as it has. */
    unitPrice: (price: string, currency: string) => prices[minorDigits(currency)](price),
    /** 9.975 → 9.975 % */
    rate: (perCent: string) => rates.format(Number(perCent) / 100),
    quantity: figures(0, 3),
    date: (value: string) => day.format(new Date(`${value}T00:00:00Z`)),
    /** 1 is Monday, as the first of January 2024 was. */
    weekday: (of: number) => weekday.format(new Date(Date.UTC(2024, 0, of))),
    /** 08:30 as a reader's clock has it. */
    clock: (time: string) => clock.format(new Date(`2024-01-01T${time}:00Z`)),
    list: (parts: string[]) => list.format(parts),
  }
}
