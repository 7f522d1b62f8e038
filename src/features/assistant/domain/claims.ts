import { isOrdinary } from './ordinary.ts'
import { type Grave, graveIn, statesIn } from './states-said.ts'
import { fold } from './understand.ts'
import { CONCEPTS, type Concept, PHRASES } from './words.ts'

/** Areas of records: what a sentence states something of, and what was looked up. */
const AREAS = {
  orders: ['order'],
  purchases: ['po'],
  money: ['invoice', 'payment', 'balance', 'issued'],
  shipments: ['shipment'],
  sales: ['sales', 'growth', 'compare', 'customer'],
  quality: ['lot', 'certificate', 'results', 'expiry', 'metal'],
  documents: ['document', 'certificate'],
  products: ['product', 'price', 'lead', 'minimum', 'allergen'],
  issues: ['issue', 'damage'],
} as const satisfies Record<string, readonly Concept[]>

export type Area = keyof typeof AREAS | Grave

/** What the manufacturer states of itself, by what a sentence about it names. */
const STATED = { lead: 'lead_times', minimum: 'minimums', allergen: 'allergens', hours: 'hours' } as const
type Stated = (typeof STATED)[keyof typeof STATED] | 'company'
const OURS =
  /(?<![\p{L}\d])(?:we|our|nous|notre|nos|wir|unser\p{L}*|nuestr[oa]s?|estamos|somos)(?![\p{L}\d])/u

const WORDS = Object.entries(CONCEPTS).map(
  ([concept, words]) => [concept as Concept, new Set<string>(words.split(' '))] as const,
)

/** By their words as they are: who writes for a living makes no slips, and none is made into a claim. */
function conceptsIn(text: string): Set<Concept> {
  let left = ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const found = new Set<Concept>()
  for (const [phrase, concept] of PHRASES) {
    if (!left.includes(` ${phrase} `)) continue
    left = left.replaceAll(` ${phrase} `, ' ')
    found.add(concept)
  }
  const said = left.trim().split(' ')
  for (const [concept, words] of WORDS) if (said.some((word) => words.has(word))) found.add(concept)
  return found
}

/** The areas of which a text says something. */
export function areasIn(text: string): Set<Area> {
  const concepts = conceptsIn(text)
  return new Set<Area>([
    ...Object.entries(AREAS).flatMap(([area, names]) =>
      names.some((name) => concepts.has(name)) ? [area as Area] : [],
    ),
    ...graveIn(text),
  ])
}

/**
 * What a provider's sentence needs so that it may be said. `ordinary`: nothing, it states nothing of anybody's records.
 * `statement`: it repeats what the manufacturer states of itself, which is said in the manufacturer's words. `claim`, and that is
 * every other sentence: a source, of each area that it names, or of any where it names none.
 */
export type Need =
  | { kind: 'ordinary' }
  | { kind: 'statement'; topic: Stated }
  | { kind: 'claim'; areas: ReadonlySet<Area> }

export function needOf(sentence: string, question = ''): Need {
  if (isOrdinary(sentence, question)) return { kind: 'ordinary' }
  const plain = fold(sentence).replace(/\s+/g, ' ').trim()
  const concepts = conceptsIn(plain)
  const areas = areasIn(plain)
  const topic = (Object.keys(STATED) as (keyof typeof STATED)[]).find((name) => concepts.has(name))
  const ofProducts = [...areas].every((area) => area === 'products')
  if (topic && ofProducts && statesIn(plain).size === 0) return { kind: 'statement', topic: STATED[topic] }
  if (areas.size === 0 && OURS.test(plain) && concepts.has('company'))
    return { kind: 'statement', topic: 'company' }
  return { kind: 'claim', areas }
}

/** Whether what was looked up is a source of the claim. */
export const isSourced = (areas: ReadonlySet<Area>, looked: ReadonlySet<Area>): boolean =>
  looked.size > 0 && [...areas].every((area) => looked.has(area))
