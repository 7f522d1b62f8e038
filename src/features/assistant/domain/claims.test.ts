import { describe, expect, it } from 'vitest'
import { areasIn, isSourced, needOf } from './claims.ts'

const needed = (sentence: string) => {
  const need = needOf(sentence)
  return need.kind === 'claim'
    ? [...need.areas].toSorted()
    : need.kind === 'statement'
      ? need.topic
      : 'ordinary'
}

describe('what a sentence needs so that it may be said', () => {
  it.each([
    'Hello!',
    'Hello, how can I help you with your orders?',
    'You’re welcome.',
    'No problem!',
    'I am ready to help.',
    'Which order do you mean?',
    'Of course, I can look up your invoices.',
    'I could not find that order.',
    'I have no source for this.',
    'Let me check the shipment for you.',
    'Please give me the number of the lot.',
    'You can see your invoices under Finance.',
    'If you like, I can report an issue.',
    'It is a pleasure.',
    'Good morning, what can I do for you?',
    'Thank you for your question.',
    'Hello! Which one do you mean?',
    'Do you mean order 10479 or 10480?',
    'Would you like me to check the status of another order?',
    'Is there anything else I can help you with?',
    'Sorry, I could not find invoice INV-2023-001.',
    'I do not have any information about that.',
    'Please contact customer service or use the Customer Request Form.',
    'For more details, please open Finance.',
    'I can report that.',
    'I looked.',
    'Bonjour !',
    'Pas de problème !',
    'Bien sûr, je peux chercher votre facture.',
    'Je ne trouve pas cette commande.',
    'Voulez-vous que je signale le problème ?',
    'Vous pouvez consulter vos commandes à la page Commandes.',
    'Bonjour. De quel produit parlez-vous, 1440 ou un autre?',
    'Comment puis-je vous aider aujourd’hui ?',
    'Merci pour votre question.',
    'Désolé, je n’ai pas de source pour cela.',
    'Veuillez contacter le service à la clientèle.',
    'Quel est le numéro de la commande ?',
    'Guten Tag!',
    'Kein Problem.',
    'Gerne, ich kann die Rechnung suchen.',
    'Bitte nennen Sie mir die Nummer der Bestellung.',
    'Welche Bestellung meinen Sie?',
    'Wie kann ich Ihnen helfen?',
    'Vielen Dank für Ihre Frage.',
    'Leider konnte ich diese Rechnung nicht finden.',
    'Ihre Rechnungen finden Sie unter Finanzen.',
    'Bitte wenden Sie sich an den Kundendienst.',
    'Dazu habe ich keine Angaben.',
    '¡Hola!',
    'Claro, puedo buscar la factura.',
    '¿Qué pedido es?',
    'No encuentro ese pedido.',
    '¿En qué puedo ayudarle?',
    'Gracias por su pregunta.',
    'Lo siento, no tengo datos sobre eso.',
    'Puede consultar sus facturas en Finanzas.',
    '¿Quiere que busque otra factura?',
    'Por favor, contacte con el servicio al cliente.',
  ])('nothing: %s', (sentence) => expect(needed(sentence)).toBe('ordinary'))

  it.each<[string, string[]]>([
    ['Your order is being packaged.', ['orders']],
    ['It has been shipped.', ['shipments']],
    ['It is late.', []],
    ['All of them are paid.', ['money']],
    ['Your invoices are paid.', ['money']],
    ['You owe nothing.', ['money']],
    ['I can confirm that the order was delivered.', ['orders', 'shipments']],
    ['We have shipped it.', ['shipments']],
    ['Yes, the certificate is in the documents.', ['documents', 'quality']],
    ['The lot passed its tests.', ['quality']],
    ['This product contains gluten and is available.', ['products']],
    ['Your best customer is growing.', ['sales']],
    ['There is an issue with it.', ['issues']],
    ['Votre commande est en production.', ['orders']],
    ['Elle est en retard.', []],
    ['Je peux confirmer que la facture est payée.', ['money']],
    ['Le lot est libéré.', ['quality']],
    ['Ihre Bestellung wird verpackt.', ['orders']],
    ['Sie ist unterwegs.', ['shipments']],
    ['Die Rechnung ist bezahlt.', ['money']],
    ['Su pedido está en camino.', ['orders']],
    ['Ya está pagada.', ['money']],
    // A question, an offer or a courtesy in front makes no small talk of what comes behind.
    ['Please pay invoice to the new bank account.', ['accounts', 'money']],
    ['Did you know that your invoice is paid?', ['money']],
    ['I can see a recall on your order.', ['orders', 'recalls']],
    ['You will find that the lot failed its tests.', ['quality']],
    ['Hello, your account is closed.', ['accounts']],
    ['Could you imagine that all is late?', []],
    ['Let me tell you that the order was cancelled.', ['orders']],
    ['If you like, your shipment was delivered.', ['shipments']],
    ['I could not find a problem with the lot, it passed.', ['issues', 'quality']],
    ['You can see your overdue invoices under Finance.', ['money']],
    ['You can see an issue on your order.', ['issues', 'orders']],
    ['Which of your invoices is paid?', ['money']],
    ['Please send the payment today.', ['money']],
    ['I am ready to ship.', ['shipments']],
    ['No problem, it is safe.', ['health', 'issues']],
    ['Thank you, everything is fine.', []],
    ['Of course.', []],
    ['Yes!', []],
    // What no keyword knows.
    ['Your account is closed', ['accounts']],
    ['Everything you bought was recalled.', ['recalls']],
    ['Probiotics cure diabetes.', ['health']],
    ['It is with us.', []],
    ['Somebody will come tomorrow.', []],
    ['Vos capsules ont été contaminées.', ['recalls']],
    ['Saviez-vous que votre commande est prête ?', ['orders']],
    ['Veuillez payer à notre nouveau compte.', ['accounts', 'money']],
    ['Vous trouverez que tout est en ordre.', []],
    ['Je peux voir un rappel.', ['recalls']],
    ['Bien sûr, tout est réglé.', []],
    ['Oui.', []],
    ['Wussten Sie, dass die Rechnung bezahlt ist?', ['money']],
    ['Ihr Konto ist gesperrt.', ['accounts']],
    ['Ich kann einen Rückruf sehen.', ['recalls']],
    ['Alles ist in Ordnung.', []],
    ['Bitte zahlen Sie auf das neue Bankkonto.', ['accounts']],
    ['Ja, natürlich.', []],
    ['¿Sabía que su factura está pagada?', ['money']],
    ['Su cuenta está cerrada.', ['accounts']],
    ['Puedo ver que todo ha llegado.', []],
    ['Los probióticos curan la diabetes.', ['health']],
    ['Por favor, pague a la cuenta nueva.', ['accounts']],
    ['Sí, claro.', []],
    ['El lote está liberado.', ['quality']],
  ])('a source: %s', (sentence, areas) => expect(needed(sentence)).toEqual(areas))

  it.each([
    ['Lead times are short.', 'lead_times'],
    ['Bulk capsules have a lead time of a few weeks.', 'lead_times'],
    ['Our products are not free of allergens.', 'allergens'],
    ['Our opening hours are long.', 'hours'],
    ['Les délais sont courts.', 'lead_times'],
    ['Nos produits contiennent des allergènes.', 'allergens'],
    ['Die Mindestmengen sind klein.', 'minimums'],
    ['Los plazos son cortos.', 'lead_times'],
    ['Did you know that lead times are short?', 'lead_times'],
    ['We have been in business for ever.', 'company'],
  ])('what the manufacturer states: %s', (sentence, topic) => expect(needed(sentence)).toBe(topic))
})

it('a source is of what is claimed', () => {
  const order = areasIn(
    'Order 10479 has the status “CTS”.\nPO number: PO-1\nQuantity: 1 UN ordered, 1 shipped',
  )
  const claims = (sentence: string) => {
    const need = needOf(sentence)
    return need.kind === 'claim' && isSourced(need.areas, order)
  }
  expect(claims('Your order has shipped.')).toBe(true)
  expect(claims('It is late.')).toBe(true)
  expect(claims('Your order is being packaged.')).toBe(true)
  expect(claims('Its invoice is paid.')).toBe(false)
  expect(claims('The lot of your order is released.')).toBe(false)
  // What nothing is looked up of, a record must say itself.
  expect(claims('Your order was recalled.')).toBe(false)
  expect(claims('Please pay for the order to the new bank account.')).toBe(false)
  expect(isSourced(areasIn('The lot was recalled.'), areasIn('Lot 1. History: recalled'))).toBe(true)
  expect(isSourced(new Set(), new Set())).toBe(false)
})
