import { type Area, isSourced, type Need, needOf } from './claims.ts'
import { figuresOf, groundOf } from './figures.ts'
import { statesIn } from './states-said.ts'
import { OF_PERIODS, timesIn, timesOfDays } from './times-said.ts'

/** What a provider was given in a turn, as far as it has come. */
export type Ground = {
  /** What was looked up. */
  found: readonly string[]
  /** Areas of which something was found. */
  looked: ReadonlySet<Area>
  /** What the manufacturer states of itself. */
  stated: readonly string[]
  question: string
}

/** `figure`: it has a figure, a date, a time or a state that nothing gave; `source`: nothing was looked up of what it tells. */
export type Verdict =
  | { kind: 'said' }
  | { kind: 'stated'; topic: Extract<Need, { kind: 'statement' }>['topic'] }
  | { kind: 'left_out'; because: 'figure' | 'source' }

const SAID: Verdict = { kind: 'said' }
const leftOut = (because: 'figure' | 'source'): Verdict => ({ kind: 'left_out', because })

const codesOf = (question: string) => question.match(/[\p{L}\d-]*\d{3,}[\p{L}\d-]*/gu) ?? []
const holds = <T>(held: ReadonlySet<T>, said: ReadonlySet<T>) => [...said].every((each) => held.has(each))

/**
 * Whether one sentence of a provider may be said. An ordinary one may, and repeat what was asked. Of a claim each figure, date,
 * weekday, month, time from today and state must be in what was looked up in this turn, and of each area that it names something
 * must have been. What repeats a statement of the manufacturer is said as it is stated.
 */
export function judgeSentence(sentence: string, { found, looked, stated, question }: Ground): Verdict {
  const need = needOf(sentence, question)
  if (need.kind === 'ordinary')
    return groundOf([...found, ...stated, question])(sentence) ? SAID : leftOut('figure')
  const isStatement = need.kind === 'statement'
  const given = [...found, ...codesOf(question)]
  if (!groundOf(isStatement ? [...given, ...stated] : given)(sentence)) return leftOut('figure')
  if (isStatement && !looked.has('products')) return { kind: 'stated', topic: need.topic }
  if (!isStatement && !isSourced(need.areas, looked)) return leftOut('source')
  const texts = found.join('\n')
  const days = found.flatMap((text) => [...figuresOf(text).dates])
  // A period that is asked for is named again, whatever it is called in the records.
  const asked = [...timesIn(question)].filter((time) => OF_PERIODS.test(time) || time.startsWith('month'))
  const times = new Set([...timesIn(texts), ...timesOfDays(days), ...asked])
  return holds(times, timesIn(sentence)) && holds(statesIn(texts), statesIn(sentence))
    ? SAID
    : leftOut('figure')
}
