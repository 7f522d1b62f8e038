import { fold } from '../../../platform/contract/fold.ts'
import type { Category, Shelf, TYPES } from './vocabulary.ts'

type Type = (typeof TYPES)[number]

/** What a file name says of its document, for a person to look at: nothing of it is certain. */
export type Proposal = {
  title: string
  type: Type
  shelves: Shelf[]
  category: Category
  number: string | null
  productCode: string | null
  lotNos: string[]
  language: 'en' | 'fr-CA' | 'de' | 'es' | null
  effectiveOn: string | null
  /** Of its version: v3. */
  note: string | null
}

const TYPE_WORDS: [Type, RegExp][] = [
  ['coa', /\b(coa|certificate of analysis|certificat d.analyse)\b/],
  ['sds', /\b(m?sds|fds|safety data sheet|fiche de donnees de securite)\b/],
  ['tds', /\b(tds|technical data sheet|fiche technique)\b/],
  ['non-gmo', /\b(non ?gmo|sans ogm)\b/],
  ['allergen', /\ballerg[eè]n\w*/],
  ['kosher', /\b(kosher|casher|cacher)\b/],
  ['halal', /\bhalal\b/],
  ['msa', /\b(msa|master service agreement)\b/],
  ['nda', /\b(nda|non disclosure)\b/],
  ['dpa', /\b(dpa|data processing)\b/],
  ['sla', /\b(sla|service level)\b/],
  ['privacy', /\b(privacy|confidentialite)\b/],
  ['terms', /\b(terms|conditions)\b/],
  ['fact-sheet', /\b(fact sheet|mfs|fiche d.information)\b/],
  ['manual', /\b(manual|manuel|guide|handbuch)\b/],
  ['procedure', /\b(sop|procedure|procedimiento|pon)\b/],
  ['method', /\b(method|methode|metodo)\b/],
  ['specification', /\b(spec|specs|specification|spezifikation)\b/],
  ['report', /\b(report|rapport|bericht|informe)\b/],
  ['paper', /\b(paper|study|etude|studie)\b/],
  ['certificate', /\b(certificate|certificat|cert|zertifikat|certificado)\b/],
]

/** Where documents of a type usually stand. */
const PLACES: Record<Type, [Shelf, Category]> = {
  ...{ msa: ['legal', 'agreement'], nda: ['legal', 'agreement'], dpa: ['legal', 'agreement'] },
  ...{ sla: ['legal', 'agreement'], terms: ['legal', 'policy'], privacy: ['legal', 'policy'] },
  ...{ tds: ['product', 'technical-spec'], sds: ['product', 'technical-spec'] },
  ...{ coa: ['qa', 'certificate'], allergen: ['product', 'other'] },
  ...{
    kosher: ['product', 'compliance'],
    halal: ['product', 'compliance'],
    'non-gmo': ['product', 'compliance'],
  },
  ...{
    manual: ['product', 'user-manual'],
    paper: ['product', 'research-paper'],
    other: ['product', 'other'],
  },
  'fact-sheet': ['fact-sheet', 'dietary'],
  ...{ procedure: ['qa', 'procedure'], certificate: ['qa', 'certificate'] },
  ...{ method: ['qc', 'method'], specification: ['qc', 'specification'], report: ['qc', 'report'] },
}

/** A certificate of analysis that names its lot stands with the lot. */
const placeOf = (type: Type, ofLots: boolean): { shelves: Shelf[]; category: Category } => ({
  shelves: type === 'coa' && ofLots ? [] : [PLACES[type][0]],
  category: PLACES[type][1],
})

const LANGUAGE =
  /^(?:(en|eng|english|anglais)|(fr|fra|fr-ca|frca|french|français|francais)|(de|deu|german|deutsch)|(es|esp|spa|spanish|español))$/i
const LANGUAGES = ['en', 'fr-CA', 'de', 'es'] as const
const VERSION = /^(?:v|ver|version|rev)[ .-]?(\d{1,3}(?:\.\d{1,3})?)$/i
const DAY = /^(20\d\d)[-.]?([01]\d)[-.]?([0-3]\d)$/
/** Two groups after a hyphen, or the prefix of finished goods: FG-1010-30, 81061-BOI-90017-12. */
const PRODUCT = /^(?:FG-\d{3,}\w*(?:-\w+)?|[A-Z0-9]{2,}-[A-Z0-9]+-[A-Z0-9-]*\d[A-Z0-9-]*)$/i
const LOT = /^lot[-#:.]?([A-Z0-9][\w-]{2,60})$/i
const NUMBER = /^[A-Z]{2,6}-?\d{1,6}(?:\.\d+)?$/i

/** From a file's name: COA_FG-1010-30_2025-03-01_FR_v2.pdf. */
export function propose(name: string): Proposal {
  const base = name.replace(/\.[^.]{1,5}$/, '').normalize('NFC')
  const words = fold(base).replace(/[^a-z0-9]+/g, ' ')
  const type = TYPE_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
  const found: Pick<Proposal, 'number' | 'productCode' | 'lotNos' | 'language' | 'effectiveOn' | 'note'> = {
    ...{ number: null, productCode: null, lotNos: [], language: null, effectiveOn: null, note: null },
  }
  const rest = base.split(/[_\s,;()[\]]+/).filter((part) => part !== '' && !isTold(part, found))
  return {
    // What is nothing but marks is its own title.
    title:
      rest
        .join(' ')
        .replace(/^[-–—\s]+|[-–—\s]+$/g, '')
        .slice(0, 200) ||
      base.slice(0, 200) ||
      name.slice(0, 200),
    type,
    ...placeOf(type, found.lotNos.length > 0),
    ...found,
  }
}

/** Whether a part is one of the marks, and not of the title; each is taken once. */
function isTold(
  part: string,
  found: Pick<Proposal, 'number' | 'productCode' | 'lotNos' | 'language' | 'effectiveOn' | 'note'>,
): boolean {
  const day = DAY.exec(part)
  const at = LANGUAGE.exec(part)?.slice(1).findIndex(Boolean)
  const version = VERSION.exec(part)?.[1]
  const lot = LOT.exec(part)?.[1]
  if (day && found.effectiveOn === null && isDay(day)) found.effectiveOn = day.slice(1, 4).join('-')
  else if (at !== undefined && found.language === null) found.language = LANGUAGES[at] ?? null
  else if (version && found.note === null) found.note = `v${version}`
  else if (lot && !found.lotNos.includes(lot)) found.lotNos.push(lot)
  else if (PRODUCT.test(part) && found.productCode === null) found.productCode = part.slice(0, 60)
  else if (NUMBER.test(part) && found.number === null) found.number = part
  else return false
  return true
}

const isDay = ([, year, month, day]: RegExpExecArray) => {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
}
