import { testName } from '../../../src/features/lots/server/test-name.ts'
import { FORMAT_TAGS } from '../../../src/platform/contract/languages.ts'
import type { Truth } from './assistant-truth.ts'

export type Tongue = 'en' | 'fr-CA' | 'de' | 'es'
/** As the answer's language writes it. */
type Said = {
  money: (cents: number, currency?: string) => string
  day: (iso: string) => string
  count: (n: number) => string
  test: (name: string) => string
}
export type Case = {
  ask: string
  in: Tongue
  /** What the answer must say; null: that it cannot tell. */
  says: ((said: Said) => string[]) | null
  /** Where one of its links must lead. */
  at?: string
}

export const written = (tongue: Tongue): Said => {
  const tag = FORMAT_TAGS[tongue]
  const money = (cents: number, currency = 'CAD') =>
    new Intl.NumberFormat(tag, { style: 'currency', currency, minimumFractionDigits: 2 }).format(cents / 100)
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    money,
    day: (iso) => date.format(new Date(`${iso}T00:00:00Z`)),
    count: (n) => new Intl.NumberFormat(tag).format(n),
    test: (name) => testName(name, tongue),
  }
}

const STATES: Record<string, Record<Tongue, string>> = {
  paid: { en: 'paid', 'fr-CA': 'payée', de: 'bezahlt', es: 'pagada' },
  pending: { en: 'pending', 'fr-CA': 'en attente', de: 'offen', es: 'pendiente' },
  upcoming: { en: 'upcoming', 'fr-CA': 'à venir', de: 'bevorstehend', es: 'próxima' },
  overdue: { en: 'overdue', 'fr-CA': 'en retard', de: 'überfällig', es: 'vencida' },
  released: { en: 'released', 'fr-CA': 'libéré', de: 'freigegeben', es: 'liberado' },
  on_hold: { en: 'on hold', 'fr-CA': 'retenu', de: 'gesperrt', es: 'retenido' },
  quarantine: { en: 'in quarantine', 'fr-CA': 'en quarantaine', de: 'in Quarantäne', es: 'en cuarentena' },
  rejected: { en: 'rejected', 'fr-CA': 'refusé', de: 'zurückgewiesen', es: 'rechazado' },
  expired: { en: 'expired', 'fr-CA': 'périmé', de: 'Haltbarkeit überschritten', es: 'vencido' },
  in_transit: { en: 'in transit', 'fr-CA': 'en transit', de: 'unterwegs', es: 'en tránsito' },
  delivered: { en: 'delivered', 'fr-CA': 'livrée', de: 'zugestellt', es: 'entregado' },
}
const WEEKS: Record<string, [number, number]> = {
  probiotic_blend: [6, 8],
  bulk: [8, 12],
  finished_product: [12, 16],
}
const state = (of: string, tongue: Tongue) => STATES[of]?.[tongue] ?? of
const sum = (truth: Truth, pick: (month: Truth['months'][number]) => boolean) =>
  truth.months.filter(pick).reduce((all, { cents }) => all + cents, 0)

/** The same words by template: `#` stands for what the row is named by. */
type Asked = readonly (readonly [Tongue, string])[]
const ORDER_STATUS: Asked = [
  ['en', 'Where is my order #?'],
  ['en', 'What is the status of order #?'],
  ['en', 'Can you tell me how order # is coming along?'],
  ['en', 'hey, any news of order # please'],
  ['fr-CA', 'Où en est ma commande # ?'],
  ['fr-CA', 'Quel est le statut de la commande # ?'],
  ['fr-CA', 'Pouvez-vous me dire où se trouve la commande # ?'],
  ['de', 'Wo ist meine Bestellung #?'],
  ['es', '¿Dónde está mi pedido #?'],
]
const ORDER_DATE: Asked = [
  ['en', 'When will order # be ready?'],
  ['en', 'For when is order # promised?'],
  ['fr-CA', 'Quand la commande # sera-t-elle prête ?'],
  ['fr-CA', 'Pour quand est promise la commande # ?'],
  ['de', 'Wann ist die Bestellung # fertig?'],
  ['es', '¿Cuándo estará listo el pedido #?'],
]
const ORDER_LINES: Asked = [
  ['en', 'What is in order #?'],
  ['en', 'Show me the lines of order #'],
  ['fr-CA', 'Que contient la commande # ?'],
  ['fr-CA', 'Montrez-moi les lignes de la commande #'],
]
const ORDER_AMOUNT: Asked = [
  ['en', 'What is the amount of order #?'],
  ['fr-CA', 'Quel est le montant de la commande # ?'],
]
const INVOICE: Asked = [
  ['en', 'What is the balance of invoice #?'],
  ['en', 'Is invoice # paid?'],
  ['en', 'How much do we still owe on invoice #?'],
  ['fr-CA', 'Quel est le solde de la facture # ?'],
  ['fr-CA', 'La facture # est-elle payée ?'],
  ['de', 'Ist die Rechnung # bezahlt?'],
  ['es', '¿Está pagada la factura #?'],
]
const LOT: Asked = [
  ['en', 'What is the state of lot #?'],
  ['en', 'When does lot # expire?'],
  ['fr-CA', 'Quel est l’état du lot # ?'],
  ['fr-CA', 'Quand le lot # expire-t-il ?'],
  ['de', 'Wann läuft die Charge # ab?'],
  ['es', '¿Cuándo vence el lote #?'],
]
const SHIPMENT: Asked = [
  ['en', 'Where is shipment #?'],
  ['en', 'Track # for me'],
  ['fr-CA', 'Où est le colis # ?'],
  ['fr-CA', 'Suivi de l’expédition #'],
  ['de', 'Wo ist die Sendung #?'],
  ['es', '¿Dónde está el envío #?'],
]
const LEAD: Asked = [
  ['en', 'What is the lead time of #?'],
  ['en', 'How long does # take to make?'],
  ['fr-CA', 'Quel est le délai pour # ?'],
  ['de', 'Wie lange ist die Lieferzeit von #?'],
  ['es', '¿Cuál es el plazo de #?'],
]
const METAL: Asked = [
  ['en', 'What is the lead in lot #?'],
  ['en', 'Has lot # been tested for lead?'],
  ['fr-CA', 'Y a-t-il du plomb dans le lot # ?'],
  ['de', 'Wie viel Blei hat die Charge #?'],
  ['es', '¿Hay plomo en el lote #?'],
]
const IS_LATE: Asked = [
  ['en', 'Is order # late?'],
  ['en', 'Is my order # delayed'],
  ['fr-CA', 'La commande # est-elle en retard ?'],
  ['de', 'Ist die Bestellung # verspätet?'],
  ['es', '¿Está retrasado el pedido #?'],
]
const YEAR: Asked = [
  ['en', 'How much did we sell in #?'],
  ['en', 'total sales #'],
  ['en', 'What was our revenue in #?'],
  ['fr-CA', 'Combien avons-nous vendu en # ?'],
  ['fr-CA', 'Chiffre d’affaires # ?'],
  ['de', 'Wie hoch war unser Umsatz #?'],
  ['es', '¿Cuánto vendimos en #?'],
]
const BEST: Asked = [
  ['en', 'What was our best selling product in #?'],
  ['fr-CA', 'Quel était notre meilleur produit selon les ventes en # ?'],
]

/** Of the year before, and of the month before. */
const LAST_YEAR: Asked = [
  ['en', 'How much did we sell last year?'],
  ['en', 'What were our sales in the previous year?'],
  ['fr-CA', 'Combien avons-nous vendu l’année dernière ?'],
  ['fr-CA', 'Quelles étaient nos ventes de l’an passé ?'],
  ['de', 'Wie hoch war unser Umsatz im letzten Jahr?'],
  ['es', '¿Cuánto vendimos el año pasado?'],
]
const LAST_MONTH: Asked = [
  ['en', 'How much did we sell last month?'],
  ['fr-CA', 'Combien avons-nous vendu le mois dernier ?'],
  ['de', 'Wie hoch war unser Umsatz im letzten Monat?'],
  ['es', '¿Cuánto vendimos el mes pasado?'],
]
/** `#` is a period, `@` another. */
const TWO: Asked = [
  ['en', 'Compare the sales of # with @'],
  ['en', 'How did our sales grow: # versus @?'],
  ['fr-CA', 'Comparez les ventes de # avec celles de @'],
  ['de', 'Umsatz # im Vergleich zu @'],
  ['es', 'Compara las ventas de # con las de @'],
]
const LATE: Asked = [
  ['en', 'Which invoices are more than # days overdue?'],
  ['fr-CA', 'Quelles factures sont en retard de plus de # jours ?'],
  ['de', 'Welche Rechnungen sind mehr als # Tage überfällig?'],
  ['es', '¿Qué facturas llevan más de # días vencidas?'],
]
/** A time that is none of the portal's: no answer has a figure of it. */
const UNKNOWN: Asked = [
  ['en', 'How much did we sell since #?'],
  ['en', 'What were our sales in the first half of #?'],
  ['en', 'How many orders did we have in #?'],
  ['fr-CA', 'Combien avons-nous vendu depuis # ?'],
  ['fr-CA', 'Combien de factures avions-nous en # ?'],
  ['de', 'Wie hoch war unser Umsatz seit #?'],
  ['es', '¿Cuánto vendimos desde #?'],
]

/** All kinds of questions that are drawn: who draws gives a number from 0 to 1. */
export function drawn(truth: Truth, random: () => number): Case {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const of = (
    asked: Asked,
    name: string,
    says: (tongue: Tongue) => NonNullable<Case['says']>,
    at: string,
  ): Case => {
    const [tongue, words] = pick(asked)
    return { ask: mistyped(words, random).replace('#', name), in: tongue, says: says(tongue), at }
  }
  const kinds: (() => Case)[] = [
    () => {
      const order = pick(truth.orders)
      const named = random() < 0.3 ? order.po_no : order.ord_no
      return of(ORDER_STATUS, named, () => () => [order.ord_no, order.ord_stat], `/orders/${order.ord_no}`)
    },
    () => {
      const order = pick(truth.orders)
      return of(
        ORDER_DATE,
        order.ord_no,
        () =>
          ({ day }) => [day(order.promised_date)],
        `/orders/${order.ord_no}`,
      )
    },
    () => {
      const order = pick(truth.orders)
      return of(
        ORDER_LINES,
        order.ord_no,
        () =>
          ({ count }) =>
            order.ordered.map(count),
        `/orders/${order.ord_no}`,
      )
    },
    () => {
      const order = pick(truth.orders)
      const says =
        () =>
        ({ money }: Said) => [money(order.cents, order.currency)]
      return of(ORDER_AMOUNT, order.ord_no, says, `/orders/${order.ord_no}`)
    },
    () => {
      const invoice = pick(truth.invoices)
      const says =
        (tongue: Tongue) =>
        ({ money, day }: Said) => [
          invoice.invoice_no,
          state(invoice.state, tongue),
          ...[invoice.balance, invoice.total].map((cents) => money(cents, invoice.currency)),
          day(invoice.due_date),
        ]
      return of(INVOICE, invoice.invoice_no, says, `/finance/invoices/${invoice.invoice_no}`)
    },
    () => {
      const lot = pick(truth.lots)
      const says =
        (tongue: Tongue) =>
        ({ day }: Said) => [state(lot.state, tongue), day(lot.expires_on)]
      return of(LOT, lot.lot_no, says, `/lots/${lot.lot_no}`)
    },
    () => {
      const shipment = pick(truth.shipments)
      const says =
        () =>
        ({ day }: Said) => [shipment.carrier, shipment.ord_no, day(shipment.estimated_on)]
      return of(SHIPMENT, shipment.tracking_no, says, '/orders/tracking?shipment=')
    },
    () => {
      const { item_no: item, class: kind } = pick(truth.products)
      const says = () => () => (WEEKS[kind] ?? []).map(String)
      return of(LEAD, item, says, `/product/catalogue?search=${item}`)
    },
    () => {
      const { lot_no, result } = pick(truth.metal)
      return of(METAL, lot_no, () => () => [result], `/lots/${lot_no}`)
    },
    () => {
      const { ord_no, days } = pick(truth.lateOrders)
      return of(IS_LATE, ord_no, () => () => [String(days)], `/orders/${ord_no}`)
    },
    () => {
      const { year } = pick(truth.best)
      const cents = sum(truth, (month) => month.year === year)
      return of(
        YEAR,
        String(year),
        () =>
          ({ money }) => [money(cents)],
        `/sales?year=${year}`,
      )
    },
    () => {
      const { year } = pick(truth.best)
      const quarter = 1 + Math.floor(random() * 4)
      const cents = sum(truth, (month) => month.year === year && Math.ceil(month.month / 3) === quarter)
      const [tongue, ask] = pick([
        ['en', `How much did we sell in Q${quarter} ${year}?`],
        ['en', `sales of Q${quarter} ${year}`],
        ['fr-CA', `Ventes du T${quarter} ${year} ?`],
        ['fr-CA', `Combien avons-nous vendu au trimestre ${quarter} ${year} ?`],
      ] as const)
      return { ask, in: tongue, says: ({ money }) => (cents ? [money(cents)] : []), at: '/sales-analytics' }
    },
    () => {
      const { year, product, cents } = pick(truth.best)
      return of(
        BEST,
        String(year),
        () =>
          ({ money }) => [product, money(cents)],
        `/sales-analytics?year=${year}`,
      )
    },
    () => {
      const { item_no: item, cents } = pick(truth.byItem)
      const asked: Asked = [
        ['en', 'What are the sales of #?'],
        ['fr-CA', 'Quelles sont les ventes de # ?'],
      ]
      return of(
        asked,
        item,
        () =>
          ({ money }) => [money(cents)],
        '/sales?search=',
      )
    },
    () => {
      const [year = 0, month = 0] = truth.today.split('-').map(Number)
      const ofYear = sum(truth, (each) => each.year === year - 1)
      const ofMonth = sum(truth, (each) => each.year === year && each.month === month - 1)
      const [asked, cents, at] = pick([
        [LAST_YEAR, ofYear, `/sales?year=${year - 1}`],
        [LAST_MONTH, ofMonth, `/sales?year=${year}&month=${month - 1}`],
      ] as const)
      return of(
        asked,
        '',
        () =>
          ({ money }) => [money(cents)],
        at,
      )
    },
    () => {
      const [one, other] = [pick(truth.best).year, pick(truth.best).year]
      const quarter = 1 + Math.floor(random() * 4)
      const isOfQuarters = one !== other && random() < 0.5
      // Years that follow each other until today are told by the months that are over.
      const years =
        one === other || Math.max(one, other) === Number(truth.today.slice(0, 4))
          ? [2023, 2021]
          : [one, other]
      const [tongue, words] = pick(TWO)
      const sides = isOfQuarters ? [one, other] : years
      const name = (year: number) =>
        isOfQuarters ? `${tongue === 'en' || tongue === 'de' ? 'Q' : 'T'}${quarter} ${year}` : String(year)
      const sums = sides.map((year) =>
        sum(truth, (each) => each.year === year && (!isOfQuarters || Math.ceil(each.month / 3) === quarter)),
      )
      const [first = 0, second = 0] = sides
      return {
        ask: words.replace('#', name(first)).replace('@', name(second)),
        in: tongue,
        says: ({ money }) => sums.filter(Boolean).map((cents) => money(cents)),
        at: `/sales-analytics?from=${Math.max(first, second)}-`,
      }
    },
    () => {
      const { days, sums } = pick(truth.late)
      const says =
        () =>
        ({ money, count }: Said) => [
          count(sums.reduce((all, { n }) => all + n, 0)),
          ...sums.map(({ cents, currency }) => money(cents, currency)),
        ]
      return of(LATE, String(days), says, '/finance?state=overdue&sort=dueDate')
    },
    () => {
      const [tongue, ask] = pick(UNKNOWN)
      return { ask: ask.replace('#', String(pick(truth.best).year)), in: tongue, says: null }
    },
  ]
  return pick(kinds)()
}

/** A third of the questions has a slip: two letters of a longer word swapped, one left out, or one twice. */
function mistyped(words: string, random: () => number): string {
  if (random() > 0.33) return words
  const long = [...words.matchAll(/\p{L}{6,}/gu)]
  const hit = long[Math.floor(random() * long.length)]
  if (!hit) return words
  const [word] = hit
  const at = 1 + Math.floor(random() * (word.length - 3))
  const slip = Math.floor(random() * 3)
  const wrong =
    slip === 0
      ? `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`
      : slip === 1
        ? word.slice(0, at) + word.slice(at + 1)
        : word.slice(0, at) + word[at] + word.slice(at)
  return words.slice(0, hit.index) + wrong + words.slice(hit.index + word.length)
}
