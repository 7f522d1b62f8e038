import { FORMAT_TAGS } from '../../contract/languages.ts'
import { minorDigits } from '../../contract/minor-digits.ts'
import { fileSizeOf } from '../../domain/file-size.ts'
import type { Locale } from '../i18n/locales.ts'

export type Formats = ReturnType<typeof createFormats>

/** A figure that is missing or not a number reads as a dash (source, section 5). */
export const DASH = '–'

const isFigure = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value)

/**
 * Every format of the product in one language and timezone (B4).
 * Money comes as the wire's decimal string and is never turned into a float.
 */
export function createFormats(locale: Locale, timeZone: string) {
  const tag = FORMAT_TAGS[locale]
  const kept = new Map<string, Intl.NumberFormat>()
  const figures = (options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options)
    const format = kept.get(key) ?? new Intl.NumberFormat(tag, options)
    kept.set(key, format)
    return format
  }
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(tag, options)
    // A French time is one word: "14 h 32".
    return { format: (at: Date | number) => format(at).replace(/\sh\s/, '\u00a0h\u00a0') }
  }
  const day = dates({ dateStyle: 'medium', timeZone: 'UTC' })
  const longDay = dates({ dateStyle: 'long', timeZone: 'UTC' })
  const moment = dates({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  const dayOf = dates({ dateStyle: 'short', timeZone })
  const namedDay = dates({ dateStyle: 'full', timeZone })
  const weekday = dates({ weekday: 'long', timeZone: 'UTC' })
  const weekClock = dates({ weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const clock = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const months = {
    short: dates({ month: 'short', timeZone: 'UTC' }),
    long: dates({ month: 'long', timeZone: 'UTC' }),
  }
  const money =
    (digitsOf: (currency: string) => number, most?: number) =>
    (amount: string | null | undefined, currency: string | null) => {
      if (amount === null || amount === undefined) return DASH
      const digits = digitsOf(currency ?? '')
      const decimals = { minimumFractionDigits: digits, maximumFractionDigits: most ?? digits }
      return figures(currency ? { style: 'currency', currency, ...decimals } : decimals).format(
        amount as Intl.StringNumericLiteral,
      )
    }

  return {
    locale,
    timeZone,
    /** The decimals of the currency, mostly two: tables, documents. */
    money: money(minorDigits),
    /** No decimals: cards, charts. */
    moneyWhole: money(() => 0),
    /** At least those of the currency, and as many as it has: 0.0125 is not 0.01. */
    unitPrice: money(minorDigits, 6),
    /** A short axis label: 68k, 1.2M. */
    compact: (value: number) => figures({ notation: 'compact', maximumFractionDigits: 1 }).format(value),
    count: (value: number | null | undefined) =>
      isFigure(value) ? figures({ maximumFractionDigits: 0 }).format(value) : DASH,
    /** Up to three decimals, as quantities come. */
    quantity: (value: number | null | undefined) =>
      isFigure(value) ? figures({ maximumFractionDigits: 3 }).format(value) : DASH,
    /** 1 234 567 bytes → "1.2 MB", "1,2 Mo"; in whole kilobytes below one megabyte. */
    fileSize: (bytes: number) => {
      const size = fileSizeOf(bytes)
      return figures(size.format).format(size.value)
    },
    /** Per cent points, one decimal, with its sign: 12.4 → "+12.4%" (D1). */
    growth: (value: number | null | undefined) =>
      isFigure(value)
        ? figures({
            style: 'percent',
            signDisplay: 'exceptZero',
            minimumFractionDigits: 1,
            maximumFractionDigits: 1,
          }).format(value / 100)
        : DASH,
    /** Per cent with one decimal: 12.4 → "12.4%". */
    percent: (value: number) =>
      figures({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value / 100),
    /** A part of a whole, in whole per cent: 60 → "60%". */
    share: (percent: number) => figures({ style: 'percent', maximumFractionDigits: 0 }).format(percent / 100),
    /** Of a tax: 9.975 → 9.975 % */
    rate: (perCent: string) =>
      figures({ style: 'percent', maximumFractionDigits: 4 }).format(Number(perCent) / 100),
    /** A calendar date of the wire (2026-11-21), without a timezone. */
    date: (value: string | null | undefined) => (value ? day.format(new Date(`${value}T00:00:00Z`)) : DASH),
    dateLong: (value: string | null | undefined) =>
      value ? longDay.format(new Date(`${value}T00:00:00Z`)) : DASH,
    dateTime: (instant: string | number | null | undefined) =>
      instant ? moment.format(new Date(instant)) : DASH,
    /** 14:32, 14 h 32. */
    time: (instant: string | number | null | undefined) => (instant ? clock.format(new Date(instant)) : DASH),
    /** The day of a moment with its weekday, by the reader's clock. */
    dayOf: (instant: string | number) => namedDay.format(new Date(instant)),
    /** 1 is Monday, as the first of January 2024 was. */
    weekdayName: (day: number) => weekday.format(new Date(Date.UTC(2024, 0, day))),
    /** Monday 08:30. */
    weekdayTime: (instant: string | number) => weekClock.format(new Date(instant)),
    /** How current data are: 14:32 today, with its date before (B8). */
    asOf: (instant: string | number, now = Date.now()) =>
      (dayOf.format(new Date(instant)) === dayOf.format(now) ? clock : moment).format(new Date(instant)),
    /** 7200 → "2 hours"; in minutes below two hours, in days from three on. */
    duration: (seconds: number) => {
      const [unit, length] =
        seconds < 7200 ? ['minute', 60] : seconds < 259_200 ? ['hour', 3600] : ['day', 86_400]
      return figures({
        style: 'unit',
        unit: unit as string,
        unitDisplay: 'long',
        maximumFractionDigits: 1,
      }).format(seconds / (length as number))
    },
    /** 1 → January. */
    month: (month: number, width: 'short' | 'long' = 'short') =>
      months[width].format(Date.UTC(2024, month - 1, 1)),
    list: (items: readonly string[]) => new Intl.ListFormat(tag, { type: 'conjunction' }).format(items),
  }
}
