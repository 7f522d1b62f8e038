import { createTranslator } from 'use-intl/core'
import type * as z from 'zod'
import { EMAIL_ADDRESS } from '../../contract/email-address.ts'
import { FORMAT_TAGS } from '../../contract/languages.ts'
import { CURRENCY, MONEY, TIME, YEAR_MONTH } from '../../contract/patterns.ts'
import { type ServerLanguage, serverMessages } from './server-messages.ts'

/** As zod has it; its input is not in it, but found in what was sent. */
export type Issue = z.core.$ZodIssue
type Said = [words: string, values?: Record<string, string | number>]

/** What is wrong with a field, as a sentence in the asker's language. */
export function issueText(issue: Issue, sent: unknown, language: ServerLanguage): string {
  const [words, values] = isMissing(issue, sent) ? (['missing'] as Said) : said(issue, language)
  return fieldText(language, words, values)
}

/** What is wrong with a field, by the name of its words. */
export function fieldText(language: ServerLanguage, words: string, values?: Said[1]): string {
  const t = translatorOf(language)
  return t(t.has(words) ? words : 'wrong', values)
}

const translators = new Map<ServerLanguage, ReturnType<typeof translator>>()

function translator(language: ServerLanguage) {
  const { fields, rowFaults } = serverMessages(language)
  const messages = { ...rowFaults, ...fields } as Record<string, string>
  return createTranslator({ locale: FORMAT_TAGS[language], messages })
}

function translatorOf(language: ServerLanguage) {
  const kept = translators.get(language) ?? translator(language)
  translators.set(language, kept)
  return kept
}

const OF_WHAT_IS_THERE = ['invalid_type', 'invalid_value', 'invalid_union']

function isMissing({ code, path }: Issue, sent: unknown): boolean {
  if (!OF_WHAT_IS_THERE.includes(code)) return false
  let value = sent
  for (const part of path) {
    // A text that was read further on the way: what it lacks cannot be seen from here.
    if (typeof value !== 'object' || value === null) return false
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value === undefined
}

function said(issue: Issue, language: ServerLanguage): Said {
  switch (issue.code) {
    case 'invalid_type':
      return [TYPES[issue.expected] ?? 'wrong']
    case 'too_small':
      return bounded(issue.origin, issue.minimum, issue.exact ? 'exact' : 'least', issue.inclusive, language)
    case 'too_big':
      return bounded(issue.origin, issue.maximum, issue.exact ? 'exact' : 'most', issue.inclusive, language)
    case 'invalid_format':
      return formed(issue)
    case 'invalid_value':
      return oneOf(issue.values)
    case 'not_multiple_of':
      return issue.divisor === 1 ? ['whole'] : ['multipleOf', { step: Number(issue.divisor) }]
    case 'unrecognized_keys':
      return ['unknown', { names: some(issue.keys) }]
    case 'invalid_union':
      if ('options' in issue && issue.options?.length) return oneOf(issue.options)
      return [issue.inclusive === false ? 'severalForms' : 'noForm']
    case 'invalid_key':
      return ['name']
    case 'invalid_element':
      return ['element']
    default:
      return ofOurs(issue.params)
  }
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'number',
  bigint: 'whole',
  int: 'whole',
  nan: 'number',
  boolean: 'trueOrFalse',
  date: 'date',
  array: 'list',
  tuple: 'list',
  set: 'list',
  object: 'object',
  record: 'object',
  map: 'object',
  file: 'file',
  null: 'nothing',
  undefined: 'nothing',
  void: 'nothing',
  never: 'nothing',
  nonoptional: 'missing',
}

const COUNTED: Record<string, string> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  map: 'items',
  object: 'items',
  file: 'bytes',
}
type End = 'least' | 'most' | 'exact'
const COUNT = { least: 'AtLeast', most: 'AtMost', exact: 'Exactly' }
const FIGURE = { least: ['moreThan', 'atLeast'], most: ['lessThan', 'atMost'], exact: ['exactly', 'exactly'] }
const DAY = { least: ['after', 'notBefore'], most: ['before', 'notAfter'], exact: ['date', 'date'] }

function bounded(
  origin: string,
  bound: number | bigint,
  end: End,
  included: boolean | undefined,
  language: ServerLanguage,
): Said {
  const place = included === false ? 0 : 1
  const counted = COUNTED[origin]
  const limit = Number(bound)
  if (origin === 'date') return [DAY[end][place] as string, { day: dayIn(language, limit) }]
  if (!counted) return [FIGURE[end][place] as string, { limit }]
  // "More than 2" of what is counted is "at least 3".
  const whole = place === 1 ? limit : limit + { least: 1, most: -1, exact: 0 }[end]
  return end === 'least' && whole === 1 ? ['empty'] : [`${counted}${COUNT[end]}`, { limit: whole }]
}

const dayIn = (language: ServerLanguage, at: number) =>
  new Intl.DateTimeFormat(FORMAT_TAGS[language], {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(at)

/** More of them nobody reads. */
const MOST_NAMED = 10

const some = (names: readonly unknown[]) =>
  names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')}, …` : names.join(', ')

function oneOf(values: readonly unknown[]): Said {
  const named = values.map(String)
  if (named.length === 1) return ['only', { value: named[0] ?? '' }]
  if (named.length <= MOST_NAMED) return ['oneOf', { values: named.join(', ') }]
  return ['oneOfMany', { values: named.slice(0, MOST_NAMED).join(', '), all: named.length }]
}

const FORMATS: Record<string, string> = {
  ...{
    email: 'email',
    url: 'url',
    uuid: 'uuid',
    guid: 'uuid',
    date: 'date',
    time: 'time',
    datetime: 'instant',
  },
  ...{ json_string: 'json', safeint: 'whole', int32: 'whole', uint32: 'whole' },
}

const PATTERNS = new Map([
  [String(MONEY), 'money'],
  [String(CURRENCY), 'currency'],
  [String(TIME), 'time'],
  [String(YEAR_MONTH), 'month'],
  [String(EMAIL_ADDRESS), 'email'],
])
/** Digits, a point and digits, whatever how many. */
const isDecimal = (pattern: string) => /^\/\^-?\\d[^|[\]]*\\\.\\d[^|[\]]*\$\/$/.test(pattern)

function formed(issue: Issue & { code: 'invalid_format' }): Said {
  const { format, pattern = '', prefix, suffix, includes } = issue as typeof issue & Record<string, string>
  if (format === 'starts_with') return ['startsWith', { text: prefix ?? '' }]
  if (format === 'ends_with') return ['endsWith', { text: suffix ?? '' }]
  if (format === 'includes') return ['includes', { text: includes ?? '' }]
  if (format === 'regex') return [PATTERNS.get(pattern) ?? (isDecimal(pattern) ? 'decimal' : 'form')]
  return [FORMATS[format] ?? 'form']
}

/** Of a rule that zod does not know: its `fieldMessage`, else a general one. */
function ofOurs(params: Record<string, unknown> | undefined): Said {
  const { messageKey, values } = (params ?? {}) as { messageKey?: string; values?: Record<string, string> }
  return [messageKey ?? 'wrong', values]
}
