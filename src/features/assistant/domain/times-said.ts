import { fold } from './understand.ts'
import { MONTHS } from './words.ts'

/** Monday to Sunday, folded. */
const WEEKDAYS = [
  'mondays?|lundis?|montags?|lunes',
  'tuesdays?|mardis?|dienstags?|martes',
  'wednesdays?|mercredis?|mittwochs?|miercoles',
  'thursdays?|jeudis?|donnerstags?|jueves',
  'fridays?|vendredis?|freitags?|viernes',
  'saturdays?|samedis?|samstags?|sonnabends?|sabados?',
  'sundays?|dimanches?|sonntags?|domingos?',
]
/** Times that are told from today on; "today" is said in courtesies, too. */
const RELATIVE = [
  'tomorrow|tonight|demain|ce soir|heute abend|manana|esta noche',
  // German "hier" is "here".
  'yesterday|(?<!(?:ist|sind|finden|sehen|sie|es|sich|auch) )hier(?! (?:ist|sind|finden|sehen|konnen|die|der|das|habe|haben|eine?|ihre?|was|wie|unter))|gestern|ayer',
  'soon|shortly|momentarily|any day|bientot|prochainement|sous peu|d ici peu|bald|demnachst|in kurze|pronto|en breve|proximamente',
  '(?:next|coming|following) (?:day|week|month|quarter|year)|(?:la|le|l) (?:semaine|mois|trimestre|annee?) (?:prochaine?|suivante?|qui vient)|(?:nachste|kommende)[nrms]? (?:tag|woche|monat|quartal|jahr)|(?:la|el) (?:proxim[oa] \\S+|(?:semana|mes|trimestre|ano) (?:proxim[oa]|que viene|siguiente))',
  '(?:last|past|previous) (?:day|week|month|quarter|year)|(?:semaine|mois|trimestre|annee?) (?:derniere?|passee?|precedente?)|(?:letzte|vorige|vergangene)[nrms]? (?:woche|monat|quartal|jahr(?:es)?)|vorjahr(?:es)?|vormonats?|(?:semana|mes|trimestre|ano) (?:pasad[oa]|anterior)|(?:ultim[oa]|pasad[oa]) (?:semana|mes|trimestre|ano)',
  'this (?:week|month|quarter|year)|cette (?:semaine|annee)|ce (?:mois|trimestre)|diese[nrms]? (?:woche|monats?|quartals?|jahr(?:es)?)|est[ea] (?:semana|mes|trimestre|ano)',
  'recently|lately|just now|recemment|dernierement|kurzlich|neulich|recientemente|ultimamente',
  '(?:a )?few (?:hours|days|weeks|months)|quelques (?:heures|jours|semaines|mois)|(?:einigen?|wenigen?|ein paar) (?:stunden|tagen?|wochen|monaten?)|(?:unos|unas|pocos|pocas|algun[oa]s) (?:horas|dias|semanas|meses)',
  'weeks? ago|months? ago|days? ago|years? ago|il y a (?:un|une|plusieurs)|vor (?:einem|einer|langem)|hace (?:un|una|mucho|poco)',
]
/** Of names of months those alone that are no other word: "may", "mar", "ago". */
const MONTH_NAMES = MONTHS.map((names) =>
  names
    .split(' ')
    .filter((name) => (name.length >= 4 && name !== 'sept') || name === 'mai')
    .join('|'),
)
const MAY = '(?:in|by|of|since|until|from|to|during|this|next|last|early|late|mid) may'

const whole = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'u')
const KINDS: readonly (readonly [string, RegExp])[] = [
  ...WEEKDAYS.map((words, at) => [`weekday ${at + 1}`, whole(words)] as const),
  ...MONTH_NAMES.map(
    (words, at) => [`month ${at + 1}`, whole(at === 4 ? `${words}|${MAY}` : words)] as const,
  ),
  ...RELATIVE.map((words, at) => [`relative ${at}`, whole(words)] as const),
]

/** "Last month", "this year": what is asked of by that name. */
export const OF_PERIODS = /^relative [45]$/

/** Weekdays, months and times told from today on that a text names. */
export function timesIn(text: string): Set<string> {
  const plain = fold(text).replace(/[^\p{L}\d]+/gu, ' ')
  return new Set(KINDS.filter(([, words]) => words.test(plain)).map(([kind]) => kind))
}

/** The weekdays and months of days, which a text may name that was given the days alone. */
export const timesOfDays = (days: Iterable<string>): Set<string> =>
  new Set(
    [...days].flatMap((day) => [
      `month ${Number(day.slice(5, 7))}`,
      `weekday ${new Date(`${day}T00:00:00Z`).getUTCDay() || 7}`,
    ]),
  )
