import { losesDigits } from '../../../../platform/contract/minor-digits.ts'
import { isCurrencyCode } from '../currency-words.ts'
import {
  type DateOrder,
  FIRST_YEAR,
  LAST_YEAR,
  type ParsedDate,
  parseDate,
  parseDateOrMonth,
} from '../date-text.ts'
import { parseInstant } from '../instant-text.ts'
import { type DecimalMark, type Mark, type NumberFault, quoted } from '../number-grammar.ts'
import {
  type NumberNote,
  type ParsedMoney,
  type ParsedPrice,
  type ParsedQuantity,
  parseDecimal,
  parseMoney,
  parsePrice,
  parseQuantity,
} from '../number-text.ts'
import { plainText } from '../plain-text.ts'
import type { Column } from './column.ts'

/** What is wrong with, or worth saying about, one field. `message` is one English sentence; `code` is stable. */
export type FieldRemark = { field: string; code: string; message: string }

/** How cells are read; fixed for the whole of a file. */
export type RowSettings = {
  /** Of numbers that fit two readings, in columns that `marks` does not name; 'auto' refuses them. */
  decimal: DecimalMark
  /** What the sender or the source says; for numbers within text, which decide nothing. */
  setting?: Mark | undefined
  /** What was decided, by column. */
  marks?: Readonly<Record<string, Mark>>
  /** Undefined: dates that are a different day in each order are refused. */
  dateOrder?: DateOrder | undefined
}

const NOTES: Record<NumberNote, string> = {
  currency_ignored: 'A currency beside a quantity was left aside.',
}

const MOST_WEEKS = 520
const YES = new Set(
  'yes y true 1 active oui o vrai actif ja j wahr aktiv sí si s verdadero activo'.split(' '),
)
const NO = new Set('no n false 0 inactive non faux inactif nein falsch inaktiv falso inactivo'.split(' '))

const isWords = (text: string) => !/\p{Nd}/u.test(text) || /^\p{L}/u.test(text)

/**
 * The cells of one row, by column name. Each reader answers the typed value, or null when the cell is empty or faulty;
 * faults gather in `errors`, so that a row names everything that is wrong with it at once.
 */
export class Cells<Name extends string> {
  readonly errors: FieldRemark[] = []
  readonly warnings: FieldRemark[] = []
  readonly #columns: ReadonlyMap<string, { readonly column: Column; readonly at: number }>
  readonly #values: readonly unknown[]
  readonly #settings: RowSettings
  #currency: string | null = null
  readonly #fine: { name: string; text: string; hundredths: string }[] = []

  constructor(
    columns: ReadonlyMap<string, { readonly column: Column; readonly at: number }>,
    values: readonly unknown[],
    settings: RowSettings,
  ) {
    this.#columns = columns
    this.#values = values
    this.#settings = settings
  }

  error(field: Name, code: string, message: string): null {
    // Bytes of another encoding are a fault of the row, told once.
    const known = this.errors.some(
      (earlier) => earlier.code === code && (earlier.field === field || code === 'invalid_encoding'),
    )
    if (!known) this.errors.push({ field, code, message })
    return null
  }

  warn(field: Name, code: string, message: string): void {
    this.warnings.push({ field, code, message })
  }

  /** Text or identifier, NFC and trimmed. A JSON number becomes its digits. */
  text(name: Name): string | null {
    const raw = this.#raw(name)
    if (raw === null) return null
    if (typeof raw === 'number' && !(Math.abs(raw) <= Number.MAX_SAFE_INTEGER)) {
      return this.error(name, 'out_of_range', `${name} is a number too large to be exact; send it as text.`)
    }
    const { column } = this.#place(name)
    const read = plainText(String(raw), column.maxLength, column.type === 'identifier')
    return read.ok ? read.text : this.error(name, read.code, `${name}: ${read.message}`)
  }

  /** Text with the decimal mark that its source writes; that of a JSON number is a dot. */
  marked(name: Name): { text: string; mark: DecimalMark } | null {
    const text = this.text(name)
    return text === null
      ? null
      : { text, mark: typeof this.#raw(name) === 'number' ? '.' : (this.#settings.setting ?? 'auto') }
  }

  quantity(name: Name): ParsedQuantity | null {
    const raw = this.#raw(name)
    return raw === null ? null : this.#number(name, parseQuantity(raw, this.#markOf(name)))
  }

  /** Money; a third decimal is rounded half away from zero and stays in the text. */
  money(name: Name): ParsedMoney | null {
    const raw = this.#raw(name)
    if (raw === null) return null
    return this.#number(name, parseMoney(raw, this.#markOf(name), 'round'))
  }

  /**
   * "Montant Total" alone may be empty or words such as "TBD" (C3): kept as received, amount 0, warning. A figure that
   * cannot be read ("12,34,56", "1e3") is no word and rejects the row like everywhere else.
   */
  moneyOrText(name: Name): { cents: number; fine?: string; text: string | null } {
    const raw = this.#raw(name)
    if (raw !== null) {
      const parsed = parseMoney(raw, this.#markOf(name), 'round')
      if (parsed.ok || typeof raw === 'number' || !isWords(raw)) {
        return this.#number(name, parsed) ?? { cents: 0, text: null }
      }
    }
    const text = raw === null ? null : this.text(name)
    const why = text === null ? 'is empty' : `${quoted(text)} is not an amount`
    this.warn(name, 'amount_text', `${name} ${why} and counts as 0.`)
    return { cents: 0, text }
  }

  /** Any number, exact: what a laboratory finds. */
  decimal(name: Name): string | null {
    const raw = this.#raw(name)
    if (raw === null) return null
    const parsed = parseDecimal(raw, this.#markOf(name))
    return parsed.ok ? parsed.decimal : this.error(name, parsed.code, `${name}: ${parsed.message}`)
  }

  /** The number that a text is, or null where it is none: no fault. */
  decimalOrWords(name: Name): string | null {
    const raw = this.#raw(name)
    if (raw === null) return null
    const parsed = parseDecimal(raw, this.#markOf(name))
    return parsed.ok ? parsed.decimal : null
  }

  price(name: Name): ParsedPrice | null {
    const raw = this.#raw(name)
    return raw === null ? null : this.#number(name, parsePrice(raw, this.#markOf(name)))
  }

  date(name: Name): string | null {
    return this.#date(name, parseDate)
  }

  /** A date, or a month with its year for the month's last day. */
  dateOrMonth(name: Name): string | null {
    return this.#date(name, parseDateOrMonth)
  }

  /** A date, and what stands behind a mark after it. */
  dateAnd(name: Name, mark: string): { date: string; behind: string | null } | null {
    const text = this.text(name)
    if (text === null) return null
    const at = text.indexOf(mark)
    const read = parseDate(at < 0 ? text : text.slice(0, at), this.#settings.dateOrder)
    if (!read.ok) return this.error(name, read.code, `${name}: ${read.message}`)
    return { date: read.date, behind: at < 0 ? null : text.slice(at + mark.length).trim() || null }
  }

  /** Words in the place of a date are kept as received, with a warning; a figure that is no date is a fault like everywhere else. */
  dateOrText(name: Name): { date: string | null; text: string | null } {
    const raw = this.#raw(name)
    if (typeof raw !== 'string' || !isWords(raw)) return { date: this.date(name), text: null }
    const read = parseDate(raw, this.#settings.dateOrder)
    if (read.ok) return { date: read.date, text: null }
    const text = this.text(name)
    if (text !== null)
      this.warn(name, 'date_text', `${name} ${quoted(text)} is not a date and counts as none.`)
    return { date: null, text }
  }

  instant(name: Name): string | null {
    const raw = this.#raw(name)
    if (raw === null) return null
    const read = parseInstant(raw)
    return read.ok ? read.instant : this.error(name, read.code, `${name}: ${read.message}`)
  }

  year(name: Name): number | null {
    return this.#wholeNumber(name, FIRST_YEAR, LAST_YEAR, 'bad_year')
  }

  month(name: Name): number | null {
    return this.#wholeNumber(name, 1, 12, 'bad_month')
  }

  weeks(name: Name): number | null {
    return this.#wholeNumber(name, 1, MOST_WEEKS, 'bad_weeks')
  }

  /** Yes or no, in words of the four languages, as 1 and 0, or as JSON has it. */
  flag(name: Name): boolean | null {
    const value = this.#values[this.#place(name).at]
    if (typeof value === 'boolean') return value
    const raw = this.#raw(name)
    if (raw === null) return null
    const word = String(raw).toLowerCase()
    if (YES.has(word)) return true
    if (NO.has(word)) return false
    return this.error(name, 'bad_flag', `${name} ${quoted(String(raw))} is neither yes nor no.`)
  }

  /** One of a few words, whatever the letter case and whether blanks, hyphens or underscores part it. */
  word<Word extends string>(name: Name, words: Readonly<Record<string, Word>>, code: string): Word | null {
    const text = this.text(name)
    if (text === null) return null
    const key = text.toLowerCase().replaceAll(/[\s_-]+/g, ' ')
    return Object.hasOwn(words, key)
      ? (words[key] as Word)
      : this.error(name, code, `${name} ${quoted(text)} is none of ${Object.keys(words).join(', ')}.`)
  }

  /** The row's currency: the column's, else that beside the amounts read before; null means the tenant's (C3). */
  currency(name: Name): string | null {
    const text = this.text(name)
    if (text === null) return this.#currency
    const code = text.toUpperCase()
    if (!isCurrencyCode(code)) {
      return this.error(name, 'unknown_currency', `${quoted(text)} is not an ISO 4217 currency code.`)
    }
    this.#agreeOnCurrency(name, code)
    return code
  }

  /** Amounts that their currency writes with three decimals and that are not kept with two: told once all of the row was read. */
  refuseLostDigits(): void {
    for (const { name, text, hundredths } of this.#fine)
      if (this.#currency !== null && losesDigits(hundredths, this.#currency))
        this.error(
          name as Name,
          'amount_precision',
          `${name}: ${quoted(text)} has a third decimal, and amounts in ${this.#currency} are kept with two.`,
        )
  }

  isEmpty(name: Name): boolean {
    const raw = this.#values[this.#place(name).at]
    return raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')
  }

  #date(
    name: Name,
    parse: (raw: string | number, order: DateOrder | undefined) => ParsedDate,
  ): string | null {
    const raw = this.#raw(name)
    if (raw === null) return null
    const read = parse(raw, this.#settings.dateOrder)
    return read.ok ? read.date : this.error(name, read.code, `${name}: ${read.message}`)
  }

  #markOf(name: Name): { decimal: DecimalMark } {
    const { marks, setting, decimal } = this.#settings
    return { decimal: marks?.[name] ?? setting ?? decimal }
  }

  #wholeNumber(name: Name, lowest: number, highest: number, code: string): number | null {
    const raw = this.#raw(name)
    if (raw === null) return null
    const value = typeof raw === 'number' ? raw : /^[0-9]{1,4}$/.test(raw) ? Number(raw) : Number.NaN
    if (Number.isInteger(value) && value >= lowest && value <= highest) return value
    return this.error(
      name,
      code,
      `${name} ${quoted(String(raw))} is not a whole number from ${lowest} to ${highest}.`,
    )
  }

  #number<Parsed extends ParsedQuantity | ParsedMoney | ParsedPrice>(
    name: Name,
    parsed: Parsed | NumberFault,
  ): Parsed | null {
    if (!parsed.ok) return this.error(name, parsed.code, `${name}: ${parsed.message}`)
    if (parsed.note) this.warn(name, parsed.note, `${name}: ${NOTES[parsed.note]}`)
    if ('fine' in parsed && parsed.fine !== undefined)
      this.#fine.push({ name, text: parsed.text, hundredths: parsed.fine })
    if ('currency' in parsed && parsed.currency !== undefined) this.#agreeOnCurrency(name, parsed.currency)
    return parsed
  }

  #agreeOnCurrency(name: Name, code: string): void {
    if (this.#currency !== null && this.#currency !== code) {
      this.error(
        name,
        'currency_conflict',
        `${name} is in ${code}, but the same row has amounts in ${this.#currency}.`,
      )
    }
    this.#currency ??= code
  }

  #place(name: Name): { readonly column: Column; readonly at: number } {
    const place = this.#columns.get(name)
    if (!place) throw new Error(`no column "${name}"`)
    return place
  }

  #raw(name: Name): string | number | null {
    const value = this.#values[this.#place(name).at]
    if (typeof value === 'string') {
      const text = value.trim()
      return text === '' ? null : text
    }
    if (value === undefined || value === null) return null
    if (typeof value === 'number') return value
    return this.error(name, 'bad_type', `${name} is neither text nor a number.`)
  }
}
