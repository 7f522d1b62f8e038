import { fold } from '../../../platform/contract/fold.ts'

/** Month names and their usual abbreviations in English, French, German and Spanish, without accents, January first. */
const NAMES = [
  'january jan janvier janv januar janner enero ene',
  'february feb fevrier fevr fev februar feber febrero',
  'march mar mars marz maerz mrz marzo',
  'april apr avril avr abril abr',
  'may mai mayo',
  'june jun juin juni junio',
  'july jul juillet juil juli julio',
  'august aug aout agosto ago',
  'september sep sept septembre septiembre setiembre set',
  'october oct octobre oktober okt octubre',
  'november nov novembre noviembre',
  'december dec decembre dezember dez diciembre dic',
]

const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
)

/** 1 to 12 for the name of a month in one of the four languages, whatever letter case and accents; undefined for other words. */
export function monthOf(word: string): number | undefined {
  return MONTHS.get(fold(word))
}
