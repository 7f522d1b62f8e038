import { describe, expect, it } from 'vitest'
import { isOrdinary } from './ordinary.ts'

const lines = (text: string) => text.trim().split(/\s*\n\s*/)

/** None of them may be said without a source, however short or polite: not what is so, not what is not, and not what was done. */
const CLAIMS = {
  en: `
    Your order has shipped.
    Everything was paid.
    No invoices are open.
    It is delayed.
    Yes.
    No.
    Of course.
    Certainly, yes.
    Absolutely!
    Not at all.
    You have several open invoices.
    You have no open invoices.
    There are no orders.
    There is nothing to pay.
    All good.
    All is well with your order.
    Everything is on its way.
    It will arrive tomorrow.
    It should be there soon.
    They are ready.
    That one is late.
    This lot is fine.
    The lot can be used.
    You may use the lot.
    You can use it.
    You can sell these products.
    You can pay later.
    You can ignore the invoice.
    You do not need to pay.
    You need to pay today.
    Please pay today.
    Please pay your invoices.
    Please send the payment.
    Please give us the payment.
    Please provide your payment.
    Please transfer the balance to the new account.
    Please do not use the lot.
    Please destroy the products.
    Please stop the sale.
    I can see your order.
    I can confirm that.
    I can see that it shipped.
    I could find your order.
    I found it.
    I found three of them.
    I could not find any open invoices.
    I could not find any problem.
    I found nothing open.
    I have reported it.
    I will report it.
    I have cancelled your order.
    I sent them the certificate.
    We shipped it.
    We received your payment.
    We have your order.
    We have it in stock.
    We can ship today.
    We can deliver by Friday.
    Did you know that your order is late?
    Which of your late orders do you mean?
    Which unpaid invoice do you mean?
    What is late?
    What about the recall?
    Would you like me to cancel the overdue invoice?
    Would you like to know why it is late?
    Do you mean the order that was cancelled?
    Do you mean the lot that failed?
    Shall I pay the overdue invoice?
    Thank you, it is paid.
    Sorry, your order is cancelled.
    Sorry for the delay.
    Thanks for your payment.
    No problem, it shipped.
    Hello, your invoice is due.
    Unfortunately yes.
    Unfortunately it is out of stock.
    You can find your overdue invoices under Finance.
    You can find a new invoice under Finance.
    You can see the recall under Lots.
    You can see the lot that failed under Lots.
    Open Finance and pay.
    See the recall.
    As expected.
    Soon.
    Tomorrow.
    Three.
    Both.
    The first one.
    Only one.
    More than last year.
    Better than last month.
    Sales are up.
    Your sales are growing.
    The price is lower now.
    It contains milk.
    It is vegan.
    It is free of allergens.
    The certificate is valid.
    Nobody has complained.
    Your account is in order.
    Our bank has changed.
  `,
  fr: `
    Votre commande est partie.
    Tout a été payé.
    Aucune facture n’est ouverte.
    Elle est retardée.
    Oui.
    Non.
    Bien sûr.
    Certainement, oui.
    Parfait.
    D’accord.
    Vous avez plusieurs factures ouvertes.
    Vous n’avez aucune facture ouverte.
    Il n’y a pas de commandes.
    Il n’y a rien à payer.
    Tout va bien.
    Tout est en route.
    Elle arrivera demain.
    Elle devrait arriver bientôt.
    Ils sont prêts.
    Celle-ci est en retard.
    Ce lot est bon.
    Le lot peut être utilisé.
    Vous pouvez utiliser le lot.
    Vous pouvez le vendre.
    Vous pouvez payer plus tard.
    Vous pouvez ignorer la facture.
    Vous n’avez pas à payer.
    Vous devez payer aujourd’hui.
    Veuillez payer aujourd’hui.
    Veuillez régler vos factures.
    Veuillez envoyer le paiement.
    Veuillez fournir le paiement.
    Veuillez ne pas utiliser le lot.
    Veuillez détruire les produits.
    Je vois votre commande.
    Je peux le confirmer.
    Je peux voir que c’est parti.
    Je l’ai trouvée.
    J’en ai trouvé trois.
    Je ne trouve aucune facture ouverte.
    Je ne trouve aucun problème.
    Je n’ai rien trouvé d’ouvert.
    Je l’ai signalé.
    Je vais le signaler.
    J’ai annulé votre commande.
    Nous l’avons expédiée.
    Nous avons reçu votre paiement.
    Nous avons votre commande.
    Nous l’avons en stock.
    Nous pouvons livrer vendredi.
    Savez-vous que votre commande est en retard ?
    Laquelle de vos commandes en retard cherchez-vous ?
    Quelle facture impayée cherchez-vous ?
    Qu’est-ce qui est en retard ?
    Voulez-vous que j’annule la facture échue ?
    Voulez-vous savoir pourquoi elle est en retard ?
    Parlez-vous de la commande annulée ?
    Parlez-vous du lot qui a échoué ?
    Merci, elle est payée.
    Désolé, votre commande est annulée.
    Désolé du retard.
    Merci pour votre paiement.
    Pas de problème, c’est parti.
    Bonjour, votre facture est échue.
    Malheureusement oui.
    Malheureusement, il n’y en a plus.
    Vous pouvez voir vos factures échues à la page Finances.
    Vous pouvez voir une nouvelle facture à la page Finances.
    Vous trouverez le rappel à la page Lots.
    Vous trouverez une facture à la page Finances.
    Ouvrez Finances et payez.
    Voyez le rappel.
    Comme prévu.
    Bientôt.
    Demain.
    Trois.
    Les deux.
    La première.
    Une seule.
    Plus que l’an dernier.
    Mieux que le mois dernier.
    Les ventes montent.
    Vos ventes augmentent.
    Le prix a baissé.
    Il contient du lait.
    Il est végétalien.
    Il est sans allergènes.
    Le certificat est valide.
    Personne ne s’est plaint.
    Votre compte est en ordre.
    Notre banque a changé.
  `,
  de: `
    Ihre Bestellung ist versandt.
    Alles wurde bezahlt.
    Keine Rechnungen sind offen.
    Sie ist verspätet.
    Ja.
    Nein.
    Natürlich.
    Selbstverständlich, ja.
    Leider ja.
    Leider nein.
    Sie haben mehrere offene Rechnungen.
    Sie haben keine offenen Rechnungen.
    Es gibt keine Bestellungen.
    Es ist nichts zu zahlen.
    Alles gut.
    Alles ist unterwegs.
    Sie kommt morgen an.
    Sie sollte bald da sein.
    Sie sind fertig.
    Diese ist verspätet.
    Diese Charge ist gut.
    Die Charge kann verwendet werden.
    Sie können die Charge verwenden.
    Sie können sie verkaufen.
    Sie können später zahlen.
    Sie können die Rechnung ignorieren.
    Sie müssen nicht zahlen.
    Sie müssen heute zahlen.
    Bitte zahlen Sie heute.
    Bitte begleichen Sie Ihre Rechnungen.
    Bitte senden Sie die Zahlung.
    Bitte geben Sie uns die Zahlung.
    Bitte verwenden Sie die Charge nicht.
    Bitte vernichten Sie die Produkte.
    Ich sehe Ihre Bestellung.
    Ich kann das bestätigen.
    Ich kann sehen, dass sie versandt ist.
    Ich habe sie gefunden.
    Ich habe drei gefunden.
    Ich kann keine offenen Rechnungen finden.
    Ich finde kein Problem.
    Ich habe nichts Offenes gefunden.
    Ich habe es gemeldet.
    Ich werde es melden.
    Ich habe Ihre Bestellung storniert.
    Wir haben sie versandt.
    Wir haben Ihre Zahlung erhalten.
    Wir haben Ihre Bestellung.
    Wir haben es auf Lager.
    Wir können am Freitag liefern.
    Wussten Sie, dass Ihre Bestellung verspätet ist?
    Welche verspätete Bestellung meinen Sie?
    Welche unbezahlte Rechnung meinen Sie?
    Was ist verspätet?
    Soll ich die überfällige Rechnung stornieren?
    Möchten Sie wissen, warum sie verspätet ist?
    Meinen Sie die stornierte Bestellung?
    Meinen Sie die Charge, die durchfiel?
    Danke, sie ist bezahlt.
    Tut mir leid, Ihre Bestellung ist storniert.
    Entschuldigung für die Verspätung.
    Danke für Ihre Zahlung.
    Kein Problem, sie ist unterwegs.
    Hallo, Ihre Rechnung ist fällig.
    Leider ist es ausverkauft.
    Sie finden Ihre überfälligen Rechnungen unter Finanzen.
    Sie finden eine neue Rechnung unter Finanzen.
    Sie finden den Rückruf unter Chargen.
    Öffnen Sie Finanzen und zahlen Sie.
    Sehen Sie den Rückruf.
    Wie erwartet.
    Bald.
    Morgen.
    Drei.
    Beide.
    Die erste.
    Nur eine.
    Mehr als im letzten Jahr.
    Besser als im letzten Monat.
    Die Umsätze steigen.
    Ihre Verkäufe wachsen.
    Der Preis ist jetzt niedriger.
    Es enthält Milch.
    Es ist vegan.
    Es ist frei von Allergenen.
    Das Zertifikat ist gültig.
    Niemand hat sich beschwert.
    Ihr Konto ist in Ordnung.
    Unsere Bank hat gewechselt.
  `,
  es: `
    Su pedido ha salido.
    Todo fue pagado.
    No hay facturas abiertas.
    Está retrasado.
    Sí.
    No.
    Claro.
    Por supuesto.
    Perfecto.
    Sí, claro.
    Tiene varias facturas abiertas.
    No tiene facturas abiertas.
    No hay pedidos.
    No hay nada que pagar.
    Todo bien.
    Todo va en camino.
    Llegará mañana.
    Debería llegar pronto.
    Están listos.
    Ese está retrasado.
    Este lote está bien.
    El lote se puede usar.
    Puede usar el lote.
    Puede venderlo.
    Puede pagar más tarde.
    Puede ignorar la factura.
    No tiene que pagar.
    Tiene que pagar hoy.
    Por favor, pague hoy.
    Por favor, pague sus facturas.
    Por favor, envíe el pago.
    Por favor, indique el pago.
    Por favor, no use el lote.
    Por favor, destruya los productos.
    Veo su pedido.
    Puedo confirmarlo.
    Puedo ver que salió.
    Lo encontré.
    Encontré tres.
    No encuentro facturas abiertas.
    No encuentro ningún problema.
    No encontré nada abierto.
    Lo he reportado.
    Voy a reportarlo.
    He cancelado su pedido.
    Lo hemos enviado.
    Recibimos su pago.
    Tenemos su pedido.
    Lo tenemos en existencia.
    Podemos entregar el viernes.
    ¿Sabe que su pedido está retrasado?
    ¿Qué pedido retrasado busca?
    ¿Qué factura impagada busca?
    ¿Qué está retrasado?
    ¿Quiere que cancele la factura vencida?
    ¿Quiere saber por qué está retrasado?
    ¿Se refiere al pedido cancelado?
    ¿Se refiere al lote que falló?
    Gracias, está pagada.
    Lo siento, su pedido está cancelado.
    Lo siento por el retraso.
    Gracias por su pago.
    No hay problema, ya salió.
    Hola, su factura está vencida.
    Lamentablemente sí.
    Lamentablemente está agotado.
    Puede ver sus facturas vencidas en Finanzas.
    Puede ver una factura nueva en Finanzas.
    Encontrará la retirada en Lotes.
    Encontrará una factura en Finanzas.
    Abra Finanzas y pague.
    Vea la retirada.
    Como se esperaba.
    Pronto.
    Mañana.
    Tres.
    Ambos.
    El primero.
    Solo uno.
    Más que el año pasado.
    Mejor que el mes pasado.
    Las ventas suben.
    Sus ventas crecen.
    El precio bajó.
    Contiene leche.
    Es vegano.
    Es libre de alérgenos.
    El certificado es válido.
    Nadie se ha quejado.
    Su cuenta está en orden.
    Nuestro banco ha cambiado.
  `,
}

const TALK = `
  Hi there!
  Good afternoon, how may I help you today?
  Sure, which invoice are you looking for?
  Could you please tell me the order number?
  What would you like to know about your orders?
  Let me look up your order.
  Would you like me to report an issue?
  May I ask which product you mean?
  I can also show you your invoices.
  I cannot answer that.
  I am not sure which order you mean.
  I do not have any information on this product.
  You can also download your certificates under Product Documentation.
  Anything else?
  Please try again later.
  Feel free to ask me.
  I can connect you with the support team.
  I’d be happy to help you with that.
  Thanks!
  Bonsoir, en quoi puis-je vous aider ?
  Pourriez-vous me donner le numéro de la facture ?
  Je peux vous aider avec vos commandes.
  Souhaitez-vous que je vérifie le statut de la commande ?
  Quelle commande cherchez-vous ?
  Je ne connais pas ce produit.
  Je n’ai aucune information sur ce lot.
  Vous trouverez vos certificats sous Documentation.
  Avez-vous d’autres questions ?
  Veuillez réessayer plus tard.
  Merci beaucoup !
  Guten Morgen, womit kann ich Ihnen helfen?
  Soll ich die Bestellung suchen?
  Können Sie mir bitte die Rechnungsnummer nennen?
  Ich kann Ihnen die Rechnungen zeigen.
  Ich habe keine Informationen zu dieser Charge.
  Sie finden Ihre Zertifikate unter Dokumentation.
  Das weiß ich nicht.
  Ich bin mir nicht sicher.
  Vielen Dank!
  Buenos días, ¿cómo puedo ayudarle?
  ¿Puede indicarme el número del pedido?
  ¿Quiere que busque el certificado del lote?
  Puedo mostrarle sus facturas.
  No tengo información sobre ese producto.
  Encontrará sus certificados en Documentación.
  No lo sé.
  ¿Necesita algo más?
  Muchas gracias.
`

describe.each(Object.entries(CLAIMS))('no ordinary sentence (%s)', (_, claims) => {
  it.each(lines(claims))('%s', (claim) => expect(isOrdinary(claim)).toBe(false))
  // A courtesy in front and one behind make no ordinary sentence of it.
  it.each(['Hello', 'Bonjour', 'Hallo', 'Hola'])('behind “%s”', (courtesy) =>
    expect(lines(claims).filter((claim) => isOrdinary(`${courtesy}, ${claim}`))).toEqual([]),
  )
})

it.each(lines(TALK))('ordinary: %s', (sentence) => expect(isOrdinary(sentence)).toBe(true))

it('takes no time, whatever is asked of it', () => {
  const words = ['no', '1', 'which', 'que', 'die soll ich', 'bon de commande', 'welche es']
  for (const word of words) expect(isOrdinary(`${word} ${`${word} `.repeat(60)}`.slice(0, 190))).toBe(false)
})
