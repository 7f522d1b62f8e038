import { isSmallTalk } from './small-talk.ts'
import { fold } from './understand.ts'
import { CONCEPTS, type Concept, PHRASES } from './words.ts'

/** Areas of records: what a sentence states something of, and what was looked up. */
const AREAS = {
  orders: ['order'],
  purchases: ['po'],
  money: ['invoice', 'payment', 'balance', 'issued'],
  shipments: ['shipment'],
  sales: ['sales', 'growth', 'compare', 'customer'],
  quality: ['lot', 'certificate', 'results', 'expiry'],
  documents: ['document', 'certificate'],
  products: ['product', 'price', 'lead', 'minimum', 'allergen'],
  issues: ['issue', 'damage'],
} as const satisfies Record<string, readonly Concept[]>

const any = (...patterns: string[]) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${patterns.join('|')})(?![\\p{L}\\d])`, 'u')

/** What no endpoint is about: a source of it is a record that says so itself. */
const GRAVE = {
  accounts: any(
    'bank|banks|banking|iban|swift|(?:your|the|new|an?|our|this) account',
    'banque|bancaires?|(?:votre|le|un|notre|nouveau|ce) compte|bank\\p{L}*|\\p{L}*konto|bancari[oa]s?|banco|(?:su|la|una|nuestra|nueva|esta) cuenta',
  ),
  recalls: any(
    'recall(?:s|ed|ing)?|contaminat\\p{L}*|rappels?|rappelee?s?|contamine\\p{L}*|ruckruf\\p{L}*|zuruckgerufen|verunreinigt\\p{L}*|kontaminiert\\p{L}*|retirad[oa]s? del mercado|contaminad[oa]s?',
  ),
  health: any(
    'cures?|cured|treats?|heals?|disease|diseases|illness|diabetes|cancer|symptoms?|dose|dosage|safe',
    'guerit|guerissent|soigne|soignent|traite|traitent|maladies?|diabete|symptomes?|posologie',
    'heilt|heilen|behandelt|behandeln|krankheit(?:en)?|krebs|symptome|dosis|dosierung',
    'curan?|tratan?|enfermedad(?:es)?|sintomas?|dosificacion',
  ),
}
export type Area = keyof typeof AREAS | keyof typeof GRAVE

/** What the manufacturer states of itself, by what a sentence about it names. */
const STATED = { lead: 'lead_times', minimum: 'minimums', allergen: 'allergens', hours: 'hours' } as const
type Stated = (typeof STATED)[keyof typeof STATED] | 'company'
const OURS = any('we|our|nous|notre|nos|wir|unser\\p{L}*|nuestr[oa]s?|estamos|somos')

/** How something stands, whatever it is. */
const STATES = any(
  'shipped|delivered|(?:un)?paid|overdue|late|delayed|cancell?ed|approved|rejected|released|expired|completed|ready|blocked|lost|arrived|in transit|on hold|(?:in|out of) stock|available|certified|guaranteed',
  'expediee?s?|livree?s?|(?:im)?payee?s?|en retard|annulee?s?|approuvee?s?|refusee?s?|rejetee?s?|liberee?s?|perimee?s?|terminee?s?|pret(?:e?s?)|bloquee?s?|perdue?s?|arrivee?s?|en transit|en attente|en stock|disponibles?|certifiee?s?|garantie?s?',
  'versandt|verschickt|geliefert|(?:un)?bezahlt|uberfallig|verspatet|storniert|genehmigt|abgelehnt|freigegeben|abgelaufen|abgeschlossen|fertig|gesperrt|verloren|angekommen|unterwegs|vorratig|verfugbar|zertifiziert|garantiert',
  '(?:enviad|entregad|pagad|vencid|atrasad|retrasad|cancelad|aprobad|rechazad|liberad|caducad|terminad|bloquead|perdid|certificad|garantizad)[oa]s?|list[oa]s?|en transito|en existencia|disponibles?',
)

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
  const folded = fold(text)
  return new Set([
    ...Object.entries(AREAS).flatMap(([area, names]) =>
      names.some((name) => concepts.has(name)) ? [area as Area] : [],
    ),
    ...Object.entries(GRAVE).flatMap(([area, words]) => (words.test(folded) ? [area as Area] : [])),
  ])
}

/**
 * What a provider's sentence needs so that it may be said, beside its figures. `chat`: nothing, it states nothing of anybody's
 * records (a greeting, a question back, an offer, where to look). `statement`: it repeats what the manufacturer states of itself,
 * which is said in the manufacturer's words. `claim`, and that is every other sentence: a source, of each area that it names, or of any where it names none.
 */
export type Need =
  | { kind: 'chat' }
  | { kind: 'statement'; topic: Stated }
  | { kind: 'claim'; areas: ReadonlySet<Area> }

export function needOf(sentence: string): Need {
  if (isSmallTalk(sentence)) return { kind: 'chat' }
  const plain = fold(sentence).replace(/\s+/g, ' ').trim()
  const concepts = conceptsIn(plain)
  const areas = areasIn(plain)
  const topic = (Object.keys(STATED) as (keyof typeof STATED)[]).find((name) => concepts.has(name))
  const ofProducts = [...areas].every((area) => area === 'products')
  if (topic && ofProducts && !STATES.test(plain)) return { kind: 'statement', topic: STATED[topic] }
  if (areas.size === 0 && OURS.test(plain) && concepts.has('company'))
    return { kind: 'statement', topic: 'company' }
  return { kind: 'claim', areas }
}

/** Whether what was looked up is a source of the claim. */
export const isSourced = (areas: ReadonlySet<Area>, looked: ReadonlySet<Area>): boolean =>
  looked.size > 0 && [...areas].every((area) => looked.has(area))
