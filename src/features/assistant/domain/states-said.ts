import { fold } from './understand.ts'

/** How something stands, by what it is called in the four languages, folded: words of one line say the same. */
const STATES = {
  shipped:
    'shipped|dispatched|sent out|left the plant|expediee?s?|envoyee?s?|parti(?:e|s|es)?|versandt|verschickt|versendet|enviad[oa]s?|despachad[oa]s?|(?:ha|han|ya) sali(?:do|o)',
  transit:
    'in transit|on (?:its|their|the) way|under way|en (?:transit|route|chemin)|unterwegs|en (?:transito|camino|ruta)',
  delivered:
    'delivered|arriv(?:ed|es?|ing)|received|livree?s?|arriv(?:ee?s?|era|eront)|recue?s?|geliefert|zugestellt|angekommen|eingetroffen|erhalten|entregad[oa]s?|llega(?:d[oa]s?|ra|ran|ron)|llego|recibid[oa]s?',
  paid: 'paid|settled|payee?s?|reglee?s?|acquittee?s?|bezahlt|beglichen|pagad[oa]s?|saldad[oa]s?',
  unpaid: 'unpaid|outstanding|impayee?s?|unbezahlte?[nrs]?|impagad[oa]s?',
  late: 'overdue|late|delay(?:s|ed)?|past due|behind schedule|echue?s?|retard(?:s|ee?s?)?|uberfallige?[nrs]?|verspatet(?:e[nrs]?)?|verspatung(?:en)?|verzogert|verzogerung(?:en)?|atrasad[oa]s?|retrasad[oa]s?|retrasos?|demorad[oa]s?',
  due: 'due|fallige?[nrs]?',
  open: '\\d+ open|(?:is|are|still|remains?|remain) open|open (?:orders?|invoices?|issues?|balances?|lots?|shipments?)|ouverte?s?|offene?[nrs]?|abiert[oa]s?',
  closed: 'closed|fermee?s?|geschlossen|cerrad[oa]s?',
  pending: 'pending|waiting|on standby|en attente|ausstehende?[nrs]?|pendientes?',
  cancelled: 'cancell?ed|annulee?s?|storniert(?:e[nrs]?)?|cancelad[oa]s?|anulad[oa]s?',
  approved: 'approved|accepted|approuvee?s?|acceptee?s?|genehmigt|angenommen|aprobad[oa]s?|aceptad[oa]s?',
  rejected:
    'rejected|refused|refusee?s?|rejetee?s?|abgelehnt|zuruckgewiesene?[nrs]?|zuruckgewiesen|rechazad[oa]s?',
  released: 'released|liberee?s?|freigegeben|liberad[oa]s?',
  held: 'held|blocked|on hold|quarantined?|retenue?s?|bloquee?s?|quarantaine|gesperrt|zuruckgehalten|quarantane|retenid[oa]s?|bloquead[oa]s?|cuarentena',
  failed:
    'failed|out of specification|non conforming|echoue(?:e?s?)|hors specification|non conformes?|durchgefallen|durchfiel(?:en)?|nicht bestanden|fallad[oa]s?|fallo|fallaron|fuera de especificacion',
  passed: 'passed|conformes?|bestanden|aprobo|aprobaron',
  expired: 'expired|perimee?s?|expiree?s?|abgelaufen|haltbarkeit uberschritten|caducad[oa]s?',
  // Of an invoice it is late, of a lot expired.
  lapsed: 'vencid[oa]s?',
  done: 'completed|finished|done|ready(?! to (?:help|assist|answer|look))|terminee?s?|achevee?s?|pret(?:e?s?)(?! (?:a|de|pour) (?:vous )?(?:aider|repondre))|abgeschlossen|fertig|bereit|terminad[oa]s?|completad[oa]s?|list[oa]s?(?! para ayudar)',
  started: 'not started|started|begun|commencee?s?|begonnen|empezad[oa]s?|iniciad[oa]s?',
  packaging:
    'in packaging|(?:being )?packag(?:ed|ing)|(?:being )?packed|emballage|emballee?s?|verpackt|verpackung|envasad[oa]s?|envasado|empacad[oa]s?|empaque',
  production:
    'in production|being (?:made|processed|produced|manufactured|blended|encapsulated)|in progress|en (?:production|cours|traitement|fabrication)|in (?:produktion|arbeit|bearbeitung)|en (?:produccion|proceso|curso)',
  lost: 'lost|missing|stolen|perdue?s?|volee?s?|manquante?s?|verloren|gestohlen|fehlende?[nrs]?|perdid[oa]s?|robad[oa]s?|faltantes?',
  stock:
    '(?:in|out of) stock|available|sold out|en stock|disponibles?|vorratig|verfugbar|ausverkauft|en existencia|agotad[oa]s?',
  vouched:
    'certified|guaranteed|certifiee?s?|garantie?s?|zertifiziert|garantiert|(?:esta|estan|es|son) certificad[oa]s?|garantizad[oa]s?',
} as const
export type State = keyof typeof STATES

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
export type Grave = keyof typeof GRAVE

export const graveIn = (text: string): Grave[] => {
  const plain = fold(text)
  return Object.entries(GRAVE).flatMap(([name, words]) => (words.test(plain) ? [name as Grave] : []))
}

const FORMS = Object.entries(STATES).map(([state, words]) => [state as State, any(words)] as const)

/** Which states a text says of something, whatever it says them of. */
export function statesIn(text: string): Set<State> {
  const plain = fold(text)
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
  const found = new Set(FORMS.filter(([, words]) => words.test(plain)).map(([state]) => state))
  return found.has('late') || found.has('expired') ? found.add('lapsed') : found
}
