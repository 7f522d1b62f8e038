/** How people speak of time, in the four languages at once: folded, as in `words.ts`. */

/** Of each kind its singular: "the last years" are none that is known. */
export const UNITS = {
  year: 'year annee jahr jahres ano',
  quarter: 'quarter trimestre quartal quartals',
  month: 'month mois monat monats',
} as const
export type Unit = keyof typeof UNITS

/** Words that say a time and nothing else: where one of them is left over, the time that is asked for is not understood. */
export const TIMES = [
  ...Object.values(UNITS),
  'years yearly annual annually months monthly quarters quarterly week weeks weekly weekend day days daily decade today yesterday tomorrow tonight fiscal half period periods recently lately mtd qtd',
  'ans annees annuel annuelle annuelles annuels mensuel mensuels mensuelle mensuelles trimestres trimestriel trimestrielle trimestriels semestre semestres semaine semaines hebdomadaire jour jours hier demain decennie exercice periode periodes recemment',
  'jahre jahren jahrlich jahrliche vorjahr vorjahres monate monaten monatlich monatliche vormonat vormonats quartale quartalen vorquartal vorquartals halbjahr halbjahres woche wochen wochentlich tag tage tagen taglich heute gestern morgen geschaftsjahr zeitraum zeitraume kurzlich heuer',
  'anos anual anuales meses mensual mensuales trimestral trimestrales trimestres semana semanas semanal dia dias hoy ayer manana periodo recientemente',
  'monday tuesday wednesday thursday friday saturday sunday lundi mardi mercredi jeudi vendredi samedi dimanche montag dienstag mittwoch donnerstag freitag samstag sonntag lunes martes miercoles jueves viernes sabado domingo',
].join(' ')

/** Two words that say a time where each of them alone does not: French "mes" is "my", and "an" is English too. */
export const TIMES_TOGETHER =
  /^(?:(?:l|par|un|cet|d) an|(?:del|el|un|este|por|cada|mismo|proximo|ultimo|pasado) mes|[hs][12]|fy\d*)$/

/** Before a unit: the one before, and the one that is not over. */
export const LAST_BEFORE =
  'last previous prior dernier derniere letztes letzten letztem letzter letzte voriges vorigen vorigem voriger vergangenes vergangenen vergangenem vergangener ultimo pasado'
export const THIS_BEFORE =
  'this current cette ce dieses diesem diesen dieser aktuelles aktuellen aktueller aktuellem laufendes laufenden laufender laufendem este presente'
/** Behind a unit, in French and Spanish. */
export const LAST_BEHIND = 'dernier derniere passe passee precedent precedente pasado anterior'
export const THIS_BEHIND = 'courant courante actuel actuelle actual'
/** One word that is a unit of the past. */
export const ONE_BACK: Readonly<Record<string, Unit>> = {
  vorjahr: 'year',
  vorjahres: 'year',
  vorquartal: 'quarter',
  vorquartals: 'quarter',
  vormonat: 'month',
  vormonats: 'month',
}
/** First to fourth, of quarters. */
export const ORDINALS: readonly string[] = [
  'first 1st premier 1er erstes ersten erster primer primero 1',
  'second 2nd deuxieme 2e 2eme zweites zweiten zweiter segundo 2',
  'third 3rd troisieme 3e 3eme drittes dritten dritter tercer tercero 3',
  'fourth 4th quatrieme 4e 4eme viertes vierten vierter cuarto 4',
]
/** Between the parts of one time: "March of last year". */
export const WITHIN = 'of the in s de du des d l la le les en el del au aux im des der den dem vom von'
/** Between two times. */
export const BETWEEN =
  'and vs versus with to against compared comparison over or et avec contre a rapport par und mit gegen gegenuber zu zum vergleich y con contra frente comparado comparacion'
/** Before a time they make another of it: "since 2023", "end of March"; some of them are other words elsewhere. */
export const SHIFTING =
  'since before after until till through thru by between except excluding without over early late mid beginning start end rest depuis avant apres jusqu jusque entre sauf sans hors debut fin mi seit vor nach ab bis zwischen ausser ohne anfang ende mitte desde antes despues hasta salvo sin excepto principios mediados finales fines next coming prochain prochaine nachstes nachsten kommendes proximo'
/** Between two times they make one of both: "2022 to 2024". */
export const UP_TO = 'to until till through thru a au jusqu bis hasta al'
/** So it is now, or so it was since this morning. */
export const NOW = 'today heute hoy aujourd'
/** Behind a time they make another of it: "2024 and later". */
export const REACHING =
  'onwards onward later earlier before after older newer until till through thru suivantes jusqu spater fruher bis hasta'
/** Words of time that ask for none: courtesies, and a comparison that names its months itself. */
export const HARMLESS = [
  'good day',
  'guten tag',
  'schonen tag',
  'guten morgen',
  'buenos dias',
  'buen dia',
  'bonne journee',
  'year to date',
  'year over year',
  'year on year',
  'cumul annuel',
  'a ce jour',
  'mise a jour',
]
/** Said beside a time, and nothing of its own. */
export const BESIDE = 'so far during pendant durant wahrend durante time'
/** "Over 60 days": before the number, alone or after another word. */
export const OVER =
  /^(?:.*[^ ] )?(?:over|uber|beyond|(?:more|longer) than|plus de|(?:mehr|langer) als|mas de)$/
export const DAYS = 'days jours tage tagen dias'
/** Who may do something: no month of May. */
export const MAY_DO = 'i we you he she they it one be have not also my our'
