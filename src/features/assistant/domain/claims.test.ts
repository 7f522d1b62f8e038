import { describe, expect, it } from 'vitest'
import { areasIn, isSourced, needOf } from './claims.ts'

const needed = (sentence: string) => {
  const need = needOf(sentence)
  return need.kind === 'claim' ? [...need.areas].toSorted() : need.kind === 'statement' ? need.topic : 'chat'
}

describe('what a sentence needs so that it may be said', () => {
  it.each([
    'Hello!',
    'Hello, how can I help you with your orders?',
    'You are welcome.',
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
    'Bonjour !',
    'Pas de problème !',
    'Bien sûr, je peux chercher votre facture.',
    'Je ne trouve pas cette commande.',
    'Voulez-vous que je signale le problème ?',
    'Vous pouvez consulter vos commandes à la page Commandes.',
    'Guten Tag!',
    'Kein Problem.',
    'Gerne, ich kann die Rechnung suchen.',
    'Bitte nennen Sie mir die Nummer der Bestellung.',
    'Welche Bestellung meinen Sie?',
    '¡Hola!',
    'Claro, puedo buscar la factura.',
    '¿Qué pedido es?',
    'No encuentro ese pedido.',
  ])('nothing: %s', (sentence) => expect(needed(sentence)).toBe('chat'))

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
  expect(isSourced(new Set(), new Set())).toBe(false)
})
