import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areasIn } from './claims.ts'
import { type Ground, judgeSentence } from './grounding.ts'

const lines = (text: string) => text.trim().split(/\s*\n\s*/)
const STATED =
  'Lead times: probiotic blends 6-8 weeks, bulk capsules 8-12 weeks. Customer service is there Monday to Friday.'
const ORDER =
  'Order 10479 has the status “CTS”.\nAmount: $1,234.50\nPromised for Dec 4, 2025, 3 days late.\nQuantity: 7,500 UN ordered, 40 shipped'
const ground = (found: string[], question = ''): Ground => ({
  found,
  looked: new Set(found.flatMap((text) => [...areasIn(text)])),
  stated: [STATED],
  question,
})
const NOTHING = ground([])
const LOOKED = ground([ORDER])
const judged = (sentence: string, given: Ground) => {
  const verdict = judgeSentence(sentence, given)
  return verdict.kind === 'left_out' ? verdict.because : verdict.kind
}

describe('left out where nothing was looked up, whatever stands around it', () => {
  it.each(
    lines(`
    I can help you, your order is at the port.
    I can look that up: your order is at the port.
    I can help you because your order is at the port.
    Here is the news: your order left the plant.
    Thank you, your order left the plant.
    You can open your order, which is at customs.
    Please open your order and it is at customs.
    You asked about your order and it is at customs.
    You asked about your order, it is at customs.
    A shipment is at the port.
    An invoice was sent to you.
    This means your order is fine.
    I can tell you that your order is at the port.
    I can tell you your order is at the port.
    Your order is at the port, would you like to know more?
    Would you like to know more, as your order is at the port?
    I do not see a problem with the lot.
    I cannot find any issue.
    We can offer a discount.
    I can give you a refund.
    You can find it on Monday.
    I can tell you in March.
    Let me look, it should come soon.
    In short, all is fine.
    Here is the status: with customs.
    You can ask when it ships on Monday.
    Please find attached the certificate.
    Search found nothing.
    Overview: everything is fine.
    Je peux vous aider, votre commande est au port.
    Je peux vous dire que votre commande est au port.
    Voici la nouvelle : votre commande est au port.
    Vous avez demandé votre commande, elle est au port.
    Une expédition est au port.
    Vous le verrez lundi.
    Votre commande est au port, voulez-vous en savoir plus ?
    Ich kann Ihnen helfen, Ihre Bestellung ist am Hafen.
    Ich kann Ihnen sagen, dass Ihre Bestellung am Hafen ist.
    Hier die Neuigkeit: Ihre Bestellung ist am Hafen.
    Sie fragten nach der Bestellung, sie ist am Hafen.
    Sie finden es am Montag.
    Ihre Bestellung ist am Hafen, möchten Sie mehr wissen?
    Puedo ayudarle, su pedido está en el puerto.
    Puedo decirle que su pedido está en el puerto.
    Aquí tiene la noticia: su pedido está en el puerto.
    Usted preguntó por su pedido y ya está en el puerto.
    Lo encontrará el lunes.
    Su pedido está en el puerto, ¿quiere saber más?
  `),
  )('%s', (sentence) => expect(['figure', 'source']).toContain(judged(sentence, NOTHING)))
})

describe('left out though the order was looked up', () => {
  it.each([
    ['It is promised for Dec 5, 2025.', 'figure'],
    ['It is promised for a Friday.', 'figure'],
    ['It ships in January.', 'figure'],
    ['It ships tomorrow.', 'figure'],
    ['It ships soon.', 'figure'],
    ['Your order was delivered.', 'figure'],
    ['Your order was cancelled.', 'figure'],
    ['Order 10479 comes to twenty dollars.', 'figure'],
    ['Your order takes 6-8 weeks.', 'figure'],
    ['Sie wird am Freitag versandt.', 'figure'],
    ['Elle arrive la semaine prochaine.', 'figure'],
    ['Su pedido fue entregado.', 'figure'],
    ['Its certificate is in the documents.', 'source'],
    ['The invoice of it is a large one.', 'source'],
  ])('%s', (sentence, because) => expect(judged(sentence, LOOKED)).toBe(because))
})

describe('said as it is', () => {
  it.each(
    lines(`
    Here is what I can help you with:
    Here is what I found:
    I can look up orders, invoices, lots, documents and shipments.
    To answer that, I need the number of the order.
    You asked about the certificate of a lot.
    You can ask me which invoices are overdue, or how many orders are in packaging.
    You can ask me how many orders shipped this month.
    A certificate of analysis lists the tests of a lot and their results.
    COA stands for certificate of analysis.
    I cannot change orders myself.
    Would you like to know more about one of them?
    If you tell me the number of the lot, I can look up its certificate.
    I hope this helps!
    Is there a particular month that you mean?
    I would suggest asking our customer service about that.
    You can filter the list by status on the Orders page.
    I can tell you whether an invoice is paid.
    That is all I can tell you.
    Voici ce que j’ai trouvé :
    Pour y répondre, il me faut le numéro de la commande.
    Vous avez demandé le certificat d’un lot.
    Vous pouvez me demander quelles factures sont en retard.
    Un certificat d’analyse indique les essais d’un lot et leurs résultats.
    Je ne peux pas modifier les commandes.
    Souhaitez-vous en savoir plus sur l’une d’elles ?
    Si vous me donnez le numéro du lot, je peux chercher son certificat.
    Je vous suggère de contacter le service à la clientèle.
    Je peux vous dire si une facture est payée.
    N’hésitez pas à me poser d’autres questions.
    Hier ist, was ich gefunden habe:
    Um das zu beantworten, brauche ich die Nummer der Bestellung.
    Sie haben nach dem Zertifikat einer Charge gefragt.
    Sie können mich fragen, welche Rechnungen überfällig sind.
    Ein Analysenzertifikat nennt die Prüfungen einer Charge und ihre Ergebnisse.
    Bestellungen kann ich nicht ändern.
    Möchten Sie mehr über eine davon wissen?
    Wenn Sie mir die Nummer der Charge nennen, kann ich das Zertifikat suchen.
    Ich kann Ihnen sagen, ob eine Rechnung bezahlt ist.
    Das ist alles, was ich dazu sagen kann.
    Aquí tiene lo que encontré:
    Para responder, necesito el número del pedido.
    Usted preguntó por el certificado de un lote.
    Puede preguntarme cuáles facturas están vencidas.
    Un certificado de análisis muestra los ensayos de un lote.
    No puedo modificar los pedidos.
    ¿Quiere saber más sobre uno de ellos?
    Si me da el número del lote, puedo buscar su certificado.
    Puedo decirle si una factura está pagada.
  `),
  )('with nothing looked up: %s', (sentence) => expect(judged(sentence, NOTHING)).toBe('said'))

  it.each([
    'Order 10479 is in CTS and promised for Dec 4, 2025.',
    'It is promised for Thursday, December 4, and it is late by 3 days.',
    'It comes to $1,234.50.',
    'La commande 10479 est en retard de 3 jours.',
    'Die Bestellung 10479 ist verspätet.',
    'El pedido 10479 está retrasado.',
  ])('with the order looked up: %s', (sentence) => expect(judged(sentence, LOOKED)).toBe('said'))

  it('may repeat what was asked', () => {
    const asked = ground([], 'Is my order 10479 late, and did it ship on Monday?')
    expect(judged('You asked whether order 10479 is late.', asked)).toBe('said')
    expect(judged('Order 10479 is late.', asked)).toBe('source')
    expect(judged('You asked about order 10480.', asked)).toBe('figure')
    const sales = ground(['Sales in March 2024: $1.00, in 1 order'], 'How much did we sell last month?')
    expect(judged('Your sales of last month were $1.00.', sales)).toBe('said')
    expect(judged('Your sales of next month are $1.00.', sales)).toBe('figure')
  })
})

it('what repeats a statement is said as it is stated', () => {
  expect(judged('Our lead times are 6-8 weeks for blends.', NOTHING)).toBe('stated')
  expect(judged('Our lead times are 5 weeks for blends.', NOTHING)).toBe('figure')
})

/** Ordinary sentences and claims with a gap. */
const GAPS = lines(`
  Your order comes to # dollars.
  I can tell you # of them.
  Here is what I found: # orders.
  You asked about # of them.
  Would you like to see # invoices?
  You can find # orders on the Orders page.
  Hello # !
  COA stands for # certificates.
  Our lead times are # weeks.
  Il y en a # en tout.
  Voici # commandes :
  Souhaitez-vous voir # factures ?
  Es sind # Bestellungen.
  Hier sind # Bestellungen:
  Möchten Sie # Rechnungen sehen?
  Hay # pedidos.
  Aquí tiene # pedidos:
  ¿Quiere ver # facturas?
`)
const KNOWN = new Set([...`${ORDER} ${STATED}`.matchAll(/\d+/g)].map(([digits]) => Number(digits)))

it('a figure that nothing gave is never said, in whatever sentence and however it is written', () => {
  const writings = [
    (n: number) => String(n),
    (n: number) => n.toFixed(2),
    (n: number) => n.toLocaleString('en'),
    (n: number) => n.toLocaleString('de'),
    (n: number) => n.toLocaleString('fr'),
    (n: number) => `$${n}`,
    (n: number) => `${n} %`,
    (n: number) => `L${n}X`,
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...GAPS),
      // What is not rounded, nor part of anything that was given.
      fc.integer({ min: 13, max: 5_000_000 }).filter((n) => !KNOWN.has(n) && ![1234, 1235, 7500].includes(n)),
      fc.constantFrom(...writings),
      fc.constantFrom(NOTHING, LOOKED),
      (gap, n, write, given) => judged(gap.replace('#', write(n)), given) !== 'said',
    ),
    { numRuns: 2000 },
  )
})
