import { ORDINARY, type OrdinaryWords } from './ordinary-words.ts'
import { graveIn, type State, statesIn } from './states-said.ts'
import { OF_PERIODS, timesIn } from './times-said.ts'
import { fold } from './understand.ts'
import { CONCEPTS, SPOKEN } from './words.ts'

type Language = Record<Exclude<keyof OrdinaryWords, 'lead'>, RegExp> & { leads: RegExp }

const within = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'u')
const first = (words: string) => new RegExp(`^(?:${words})(?![\\p{L}\\d])`, 'u')

const LANGUAGES: readonly Language[] = ORDINARY.map(({ lead, ...words }) => ({
  leads: first(`(?:${words.polite}|${lead})(?: (?:${words.polite}|${lead}))*`),
  polite: new RegExp(`^(?:${words.polite})(?: (?:${words.polite}))*$`, 'u'),
  asks: first(words.asks),
  frame: first(words.frame),
  general: first(words.general),
  yours: within(words.yours),
  subject: first(words.subject),
  is: within(words.is),
  embeds: within(words.embeds),
  findsNot: within(words.findsNot),
  several: within(words.several),
  join: new RegExp(` (?:${words.join}) (?=(?:${words.subject}|${words.yours})(?![\\p{L}\\d]))`, 'gu'),
  never: within(words.never),
}))

const NOUNS = new Set<string>(Object.values(CONCEPTS).flatMap((words) => words.split(' ')))
const KNOWN = new Set(
  [...Object.values(CONCEPTS), ...Object.values(SPOKEN)].flatMap((words) => words.split(' ')),
)
const isKnown = (word: string) => KNOWN.has(word) || /\d/.test(word)

/** Parts between which something new may be told: a number is not divided. */
function clausesOf(sentence: string, { join }: Language): string[] {
  return fold(sentence)
    .replace(/[,.](?=\d)|(?<=\d)[:](?=\d)/g, '·')
    .split(/[,;:.!?…()¿¡“”«»"\n]|\s[–—-]\s/)
    .map((clause) => clause.replace(/[^\p{L}\d·]+/gu, ' ').trim())
    .flatMap((clause) => clause.replace(join, '\n').split('\n'))
    .filter(Boolean)
}

/** What of a clause is said, and not only asked within it: "I can tell you | whether it is late". */
function toldIn(clause: string, { embeds }: Language): string {
  const at = clause.search(embeds)
  return at > 0 ? clause.slice(0, at) : clause
}

/** "… which invoices are late", and not "… which is late". */
function asksWithin(clause: string, { embeds }: Language): boolean {
  const hit = embeds.exec(clause)
  if (hit?.index !== 0) return false
  const next = clause.slice(hit[0].length).trim().split(' ')[0] ?? ''
  return !/^(?:which|welche)/.test(hit[0]) || NOUNS.has(next) || /^(?:of|one|ones|davon)$/.test(next)
}

/** Any, but for "this month" and "last month" in what one may ask. */
const saysTime = (clause: string, told: string) =>
  [...timesIn(clause)].some((time) => !OF_PERIODS.test(time)) || timesIn(told).size > 0

const saysNoState = (text: string, asked: ReadonlySet<State>) =>
  [...statesIn(text)].every((state) => asked.has(state))

/** What only goes on with what was begun, in words of records ("the invoice or the lot"); of a question in any that are nobody's. */
const isContinuation = (clause: string, { is, subject, yours }: Language, isQuestion: boolean) =>
  !is.test(clause) &&
  !subject.test(clause) &&
  ((isQuestion && !yours.test(clause) && !/^(?:the|les?|la|l|der|die|das|el|los|las) /.test(clause)) ||
    clause.split(' ').every((word) => isKnown(word) || yours.test(word)))

function isOrdinaryIn(language: Language, sentence: string, asked: ReadonlySet<State>): boolean {
  const isQuestion = /[?？]\s*$/.test(sentence)
  let begun: 'ask' | 'frame' | 'polite' | undefined
  // "Yes" before an offer is none to a question of records.
  let answers = false
  for (const whole of clausesOf(sentence, language)) {
    if (language.polite.test(whole)) {
      begun ??= 'polite'
      continue
    }
    const stripped = whole.replace(language.leads, '').trim()
    if (stripped === '') {
      answers = true
      continue
    }
    // Spanish "no" begins an answer, and what one cannot do.
    const clause = language.frame.test(whole) ? whole : stripped
    if (language.never.test(clause)) return false
    const framed = language.frame.test(clause)
    const isWithin = (begun === 'frame' || begun === 'ask') && asksWithin(clause, language)
    const told = isWithin ? '' : framed ? toldIn(clause, language) : clause
    if (!saysNoState(told, asked) || saysTime(clause, told)) return false
    if (framed) {
      if (language.findsNot.test(told) && language.several.test(told) && isLimit(told)) return false
      if (tells(told, language)) return false
      begun = 'frame'
    } else if (isQuestion && language.asks.test(clause)) begun = 'ask'
    else if (language.general.test(clause) && !language.yours.test(generalOf(sentence))) begun = 'frame'
    else if (begun === 'frame' || begun === 'ask') {
      if (!isWithin && !isContinuation(clause, language, isQuestion)) return false
    } else return false
  }
  return begun === 'polite' ? !answers : begun !== undefined
}

/** German "ihre" in small letters is "their". */
const generalOf = (sentence: string) =>
  fold(sentence.replace(/(?<=\s)ihre?[nmrs]?(?=\s)/g, ''))
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

/** That something was not found, of several, is that there are none. */
const isLimit = (clause: string) =>
  /\b(?:not|n t|couldn|cannot|can t|don t|pas|n ai|nicht|keine?[nmrs]?|no)\b/.test(clause)

/** "… your order is at the port", behind whatever was begun. */
const tells = (told: string, { yours, is }: Language): boolean => {
  const words = told.split(' ')
  return words.some(
    (word, at) =>
      at > 2 &&
      is.test(word) &&
      words.slice(Math.max(at - 4, 1), at).some((before) => yours.test(before)) &&
      at < words.length - 1,
  )
}

const LONGEST = 400

/**
 * Whether a sentence is an ordinary one, which needs no source: a courtesy, a question back, an offer, an advice what to ask or
 * where to look, that one does not know, what was asked, what follows, or what something is in general. It says no state, no
 * weekday, no month and no time from today; those that the reader asked of (`question`) it may repeat.
 */
export function isOrdinary(sentence: string, question = ''): boolean {
  if (sentence.length > LONGEST || graveIn(sentence).length > 0) return false
  const asked = statesIn(question)
  return LANGUAGES.some((language) => isOrdinaryIn(language, sentence, asked))
}
