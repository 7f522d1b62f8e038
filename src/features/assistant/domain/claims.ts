import { fold } from './understand.ts'
import { CONCEPTS, type Concept, PHRASES } from './words.ts'

/** Areas of records: what a sentence states something of, and what was looked up. */
const AREAS = {
  orders: ['order'],
  purchases: ['po'],
  money: ['invoice', 'payment', 'balance', 'issued'],
  shipments: ['shipment'],
  sales: ['sales', 'growth', 'customer'],
  quality: ['lot', 'certificate', 'results', 'expiry'],
  documents: ['document', 'certificate'],
  products: ['product', 'price', 'lead', 'minimum', 'allergen'],
  issues: ['issue', 'damage'],
} as const satisfies Record<string, readonly Concept[]>
export type Area = keyof typeof AREAS

/** What the manufacturer states of itself, by what a sentence about it names. */
const STATED = { lead: 'lead_times', minimum: 'minimums', allergen: 'allergens', hours: 'hours' } as const
type Stated = (typeof STATED)[keyof typeof STATED]

const any = (...patterns: string[]) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${patterns.join('|')})(?![\\p{L}\\d])`, 'u')

/** How something stands, whatever it is. */
const STATES = any(
  'shipped|delivered|(?:un)?paid|overdue|late|delayed|cancell?ed|approved|rejected|released|expired|completed|ready|blocked|lost|arrived|in transit|on hold|(?:in|out of) stock|available|certified|guaranteed',
  'expediee?s?|livree?s?|(?:im)?payee?s?|en retard|annulee?s?|approuvee?s?|refusee?s?|rejetee?s?|liberee?s?|perimee?s?|terminee?s?|pret(?:e?s?)|bloquee?s?|perdue?s?|arrivee?s?|en transit|en attente|en stock|disponibles?|certifiee?s?|garantie?s?',
  'versandt|verschickt|geliefert|(?:un)?bezahlt|uberfallig|verspatet|storniert|genehmigt|abgelehnt|freigegeben|abgelaufen|abgeschlossen|fertig|gesperrt|verloren|angekommen|unterwegs|vorratig|verfugbar|zertifiziert|garantiert',
  '(?:enviad|entregad|pagad|vencid|atrasad|retrasad|cancelad|aprobad|rechazad|liberad|caducad|terminad|bloquead|perdid|certificad|garantizad)[oa]s?|list[oa]s?|en transito|en existencia|disponibles?',
)
/** Of the speaker alone: ready to help. */
const OWN_STATE =
  /\b(?:i am|i m|we are|we re|je suis|nous sommes|ich bin|wir sind|estoy|estamos) (?:\p{L}+ )?(?:ready|available|prete?s?|disponibles?|bereit|verfugbar|list[oa]s?)\b/gu
const POLITE =
  /\b(?:no problem|not a problem|pas de probleme|aucun probleme|kein problem|sin problemas?|no hay (?:ningun )?problema)\b/g
const LEAD_IN =
  /^(?:(?:sure|of course|certainly|yes|no|ok|okay|thanks?|thank you|sorry|bien sur|certainement|d accord|oui|non|merci|desolee?|gerne|naturlich|ja|nein|danke|leider|claro|por supuesto|si|gracias|lo siento)[\s,.!:–—-]+)+/
/** What the speaker can do, does not know, or asks for; where something is found. */
const NO_CLAIM = new RegExp(
  `^(?:${[
    '(?:i|we) (?:can|could|will|would|ll|d|cannot|can t|couldn t|don t|do not|did not|didn t|am not|m not|have no|found no|found nothing|need|am looking|m looking)|let me|please|you (?:can|could|may|will find|ll find)|if you|feel free|tell me|to (?:check|see|know|find|open|report)|for (?:more|details)',
    '(?:je|j|nous) (?:peux|pouvons|pourrais|vais|allons|ne|n|cherche|regarde|ai besoin)|laissez moi|permettez|veuillez|vous (?:pouvez|pourriez|trouverez)|si vous|n hesitez|dites moi|pour (?:plus|savoir|verifier|voir|connaitre)',
    '(?:ich|wir) (?:kann|konnen|konnte|werde|wurde|habe kein\\p{L}*|finde kein\\p{L}*|fand kein\\p{L}*|suche|brauche|weiss nicht)|lassen sie|bitte|sie (?:konnen|finden)|wenn sie|sagen sie|fur (?:mehr|weitere|details)',
    '(?:yo )?(?:puedo|podemos|podria|voy a|no puedo|no tengo|no encuentro|no encontre|encuentro|necesito|busco)|permitame|por favor|(?:usted )?puede|no (?:puedo|tengo|encuentro|encontre|se)|encontrara|si (?:usted|quiere|desea|necesita)|digame|para (?:mas|ver|saber|consultar)',
  ].join('|')})(?![\\p{L}\\d])`,
  'u',
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
  const found = Object.entries(AREAS).filter(([, names]) => names.some((name) => concepts.has(name)))
  return new Set(found.map(([area]) => area as Area))
}

/**
 * What a provider's sentence needs so that it may be said, beside its figures. `chat`: nothing, it states nothing of anybody's
 * records (a greeting, a question back, an offer, where to look). `statement`: it repeats what the manufacturer states of itself,
 * which is said in the manufacturer's words. `claim`: a source, of each area that it names, or of any where it names none.
 */
export type Need =
  | { kind: 'chat' }
  | { kind: 'statement'; topic: Stated }
  | { kind: 'claim'; areas: ReadonlySet<Area> }
const CHAT: Need = { kind: 'chat' }

export function needOf(sentence: string): Need {
  const folded = fold(sentence).replace(/\s+/g, ' ').trim()
  if (/\?["”»)\s]*$/.test(folded)) return CHAT
  const plain = folded.replace(POLITE, ' ').replace(OWN_STATE, ' ').trim()
  const isState = STATES.test(plain)
  if (!isState && NO_CLAIM.test(plain.replace(LEAD_IN, ''))) return CHAT
  const concepts = conceptsIn(plain)
  const areas = areasIn(plain)
  const topic = (Object.keys(STATED) as (keyof typeof STATED)[]).find((name) => concepts.has(name))
  const ofProducts = [...areas].every((area) => area === 'products')
  if (topic && ofProducts && !isState) return { kind: 'statement', topic: STATED[topic] }
  return areas.size > 0 || isState ? { kind: 'claim', areas } : CHAT
}

/** Whether what was looked up is a source of the claim. */
export const isSourced = (areas: ReadonlySet<Area>, looked: ReadonlySet<Area>): boolean =>
  looked.size > 0 && [...areas].every((area) => looked.has(area))
