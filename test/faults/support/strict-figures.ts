import { FORMAT_TAGS } from '../../../src/platform/contract/languages.ts'
import type { Tongue } from './assistant-questions.ts'

/** How each language groups and divides. */
const NUMBERS: Record<Tongue, { form: RegExp; group: RegExp; mark: string }> = {
  en: { form: /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g, group: /,/g, mark: '.' },
  'fr-CA': {
    form: /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:,\d+)?|\d+(?:,\d+)?/g,
    group: /[ \u00a0\u202f]/g,
    mark: ',',
  },
  de: { form: /\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?/g, group: /\./g, mark: ',' },
  es: { form: /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g, group: /,/g, mark: '.' },
}
const DAY = /(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g

const bare = (number: string) => {
  const [units = '0', parts = ''] = number.split('.')
  return [units.replace(/^0+(?=\d)/, ''), parts.replace(/0+$/, '')].filter(Boolean).join('.')
}
const plain = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, ' ').toLowerCase()
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Everything in rows: numbers, days, and texts as they are. */
function partsOf(rows: readonly unknown[]) {
  const numbers = new Set<string>()
  const days = new Set<string>()
  const texts = new Set<string>()
  const take = (value: unknown): void => {
    if (value === null || value === undefined || typeof value === 'boolean') return
    if (typeof value === 'object') for (const each of Object.values(value)) take(each)
    else {
      const text = String(value)
      if (/^-?\d+(?:\.\d+)?$/.test(text)) numbers.add(bare(text.replace('-', '')))
      else for (const [day] of text.matchAll(DAY)) days.add(day)
      texts.add(plain(text).trim())
    }
  }
  for (const row of rows) take(JSON.parse(JSON.stringify(row)))
  return { numbers, days, texts }
}

/**
 * What an answer says of numbers and days that no row holds: nothing is rounded, no part of a number or a date is one, and only
 * how a language writes it is read. A text of a row that has letters may be said whole; one between quotation marks in part.
 */
export function unfounded(answer: string, tongue: Tongue, rows: readonly unknown[], echoed = ''): string[] {
  const { numbers, days, texts } = partsOf(rows)
  const named = [...texts].filter((text) => /\d/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text))
  const echo = plain(echoed)
  const within = (text: string) => echo.includes(text) || [...texts].some((each) => each.includes(text))
  const { form, group, mark } = NUMBERS[tongue]
  const month = new Intl.DateTimeFormat(FORMAT_TAGS[tongue], { month: 'long', timeZone: 'UTC' })
  const written = new Intl.DateTimeFormat(FORMAT_TAGS[tongue], { dateStyle: 'medium', timeZone: 'UTC' })
  const cut = (text: string, part: string) =>
    text.replace(new RegExp(`(?<![\\p{L}\\d])${escaped(part)}(?![\\p{L}\\d])`, 'gu'), ' · ')
  return answer.split('\n').flatMap((line) => {
    let left = plain(line).replace(/[“«„]\s?(.*?)\s?[”»“]/g, (all, quoted: string) =>
      quoted.split(' ').every((word) => !/\d/.test(word) || within(word)) ? ' · ' : all,
    )
    for (const text of named.toSorted((one, other) => other.length - one.length)) left = cut(left, text)
    for (const day of days) left = cut(left, plain(written.format(new Date(`${day}T00:00:00Z`))))
    const wrong: string[] = []
    // A day that is still there is none of a row: its parts are not looked at one by one.
    const names = Array.from({ length: 12 }, (_, at) => plain(month.format(new Date(Date.UTC(2024, at, 1)))))
    const short = names.flatMap((name) => [name, name.slice(0, 3)]).join('|')
    const dates = new RegExp(
      `\\d{4}-\\d\\d-\\d\\d|\\d{1,2}\\.\\d{1,2}\\.\\d{4}|\\d{1,2}\\.? (?:de )?(?:${short})\\p{L}*\\.?,? (?:de )?\\d{4}|(?<!\\p{L})(?:${short})\\p{L}*\\.? \\d{1,2}, \\d{4}`,
      'gu',
    )
    left = left.replace(dates, (date) => {
      wrong.push(date)
      return ' '
    })
    // German writes "2-mal".
    left = left.replace(/(?<![\p{L}\d-])(\d+)-(?=mal(?!\p{L}))/gu, '$1 ')
    left = left.replace(/[\p{L}\d_-]*(?:\p{L}[\p{L}_-]*\d|\d[\d_-]*\p{L})[\p{L}\d_-]*/gu, (code) => {
      if (!texts.has(code)) wrong.push(code)
      return ' '
    })
    for (const [number] of left.matchAll(form))
      if (!numbers.has(bare(number.replace(group, '').replace(mark, '.')))) wrong.push(number)
    return wrong.length > 0 ? [`${wrong.join(', ')} in: ${line}`] : []
  })
}
