import { type Language, textIn } from '../../../../platform/contract/languages.ts'
import type { ServerMessages } from '../../../../platform/server/http/server-messages.ts'
import type { PaperFormats } from '../../../../platform/server/pdf/paper-formats.ts'
import type { Opening } from '../../../company/server/published.ts'
import type { ClassTerms } from '../../../products/contract.ts'
import { FACT_TOPICS, type Fact } from '../../contract.ts'

/** What the manufacturer says of itself: its terms and hours, as everything else counts with them, and what it wrote. */
export const STATEMENTS = ['lead_times', 'minimums', 'hours', ...FACT_TOPICS] as const
export type Statement = (typeof STATEMENTS)[number]

type Stated = { owner: string | null; statedOn: string | null }
type Speech = {
  say: (key: keyof ServerMessages['assistant'], values?: Record<string, string | number>) => string
  formats: PaperFormats
  language: Language
}

/** Each statement as it is told: with who says so and since when. Undefined where there is none. */
export function createStatements(
  { facts, terms, opening }: { facts: readonly Fact[]; terms: readonly ClassTerms[]; opening: Opening },
  { say, formats, language }: Speech,
) {
  const told = (text: string, { owner, statedOn }: Stated) => {
    if (statedOn === null) return text
    const date = formats.date(statedOn)
    return `${text} ${owner ? say('stated', { owner, date }) : say('stated_on', { date })}`
  }
  const leadOf = ({ class: name, leadWeeks }: ClassTerms) =>
    say('lead_of', { class: say(`class_${name}`), ...leadWeeks })
  const minimumOf = ({ class: name, minimum: { quantity, unit } }: ClassTerms) =>
    say('minimum_of', {
      class: say(`class_${name}`),
      quantity: formats.quantity(String(quantity)),
      unit: unit === 'UN' ? say('units') : unit,
    })
  /** What the same person said on the same day is one sentence. */
  const ofClasses = (key: 'lead_times_are' | 'minimums_are', one: (terms: ClassTerms) => string) => {
    const sayer = ({ owner, statedOn }: Stated) => `${statedOn} ${owner}`
    return [...new Map(terms.map((each) => [sayer(each), each])).values()]
      .map((first) => {
        const list = terms.filter((each) => sayer(each) === sayer(first)).map(one)
        return told(say(key, { list: list.join(', ') }), first)
      })
      .join('\n')
  }
  const hours = () => {
    const { days, opensAt, closesAt, closed } = opening
    const weekday = (day: number) => formats.weekday(day)
    // Days in a row are told by the first and the last.
    const inRow = days.length > 2 && days.every((day, at) => day === Number(days[0]) + at)
    const told = inRow
      ? say('days_from', { first: weekday(Number(days[0])), last: weekday(Number(days.at(-1))) })
      : formats.list(days.map(weekday))
    return [
      say('hours_are', { days: told, from: formats.clock(opensAt), to: formats.clock(closesAt) }),
      ...closed.map(({ day, names }) =>
        say('closed_on', { date: formats.date(day), name: textIn(names, language) }),
      ),
    ].join(' ')
  }
  return (topic: Statement): string | undefined => {
    if (topic === 'lead_times' || topic === 'minimums') {
      if (terms.length === 0) return undefined
      return topic === 'lead_times'
        ? ofClasses('lead_times_are', leadOf)
        : ofClasses('minimums_are', minimumOf)
    }
    if (topic === 'hours') return told(hours(), opening)
    const fact = facts.find((one) => one.topic === topic)
    return fact && told(textIn(fact.texts, language), fact)
  }
}
