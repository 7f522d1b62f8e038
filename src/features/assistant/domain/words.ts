/**
 * What people call things, in the four languages at once: folded (no accents, lower case), `*` where a word may go on.
 * Phrases are words with a blank between them.
 */
export const CONCEPTS = {
  order:
    'order orders ordered commande commandes bestellung bestellungen auftrag auftrage auftrags auftrages pedido pedidos orden ordenes',
  po: 'po pos purchase bdc achat bestellnummer einkauf',
  invoice:
    'invoice invoices invoiced bill bills facture factures facturation rechnung rechnungen factura facturas',
  payment:
    'payment payments pay paid payer paye payee payees paiement paiements bezahlt zahlung zahlungen pagada pagadas pago pagos',
  lot: 'lot lots batch batches charge chargen lote lotes',
  shipment:
    'shipment shipments ship ships shipping shipped tracking track parcel parcels package carrier delivery deliveries delivered transit expedition expeditions expedie expediee expediees livraison livraisons livre livree livrees colis suivi transporteur envoi envois sendung sendungen lieferung lieferungen unterwegs versand versendet envio envios entrega entregas entregado transito',
  balance:
    'owe owes owed owing balance outstanding receivable receivables payable solde devons doit dois dette dettes comptes encours schulden schulde saldo offen offene offenen debemos deuda adeudamos pendiente',
  overdue:
    'overdue late delayed past delinquent retard retards echu echue echues echus uberfallig uberfallige uberfalligen verspatet verspatete verspateten atrasado atrasados atrasada atrasadas retrasado retrasados retrasada retrasadas demorado demorados vencida vencidas vencido vencidos',
  upcoming: 'upcoming venir kunftig kunftige proxima proximas',
  sales:
    'sale sales sold sell selling turnover revenue revenues vente ventes vendu vendus vendue vendues vendons chiffre affaires umsatz umsatze verkauf verkaufe verkauft ventas venta vendido vendimos ingresos',
  top: 'top best most biggest largest leading meilleur meilleurs meilleure meilleures plus principaux beste besten meisten meistverkauft mejor mejores mas',
  product:
    'product products item items sku skus produit produits article articles produkt produkte artikel producto productos articulo articulos',
  customer: 'customer customers buyer buyers client clients acheteur acheteurs kunde kunden cliente clientes',
  growth:
    'growth grow grew growing ytd yoy evolution croissance croitre wachstum gewachsen crecimiento crecido',
  compare:
    'compare compared comparison comparing versus vs comparer comparez comparaison rapport vergleich vergleiche vergleichen verglichen comparacion comparar compara comparado',
  document:
    'document documents doc docs file sheet sheets datasheet specification specifications spec specs sds tds msds kosher halal nongmo manual brochure fiche fiches fichier documentation dokument dokumente datenblatt documento documentos ficha fichas attestation policy agreement',
  certificate:
    'coa coas certificate certificates certificat certificats zertifikat zertifikate certificado certificados cda',
  allergen:
    'allergen allergens allergenic allergy allergies allergene allergenes allergie allergien alergeno alergenos alergia alergias dairy gluten laitier laitiers',
  /** The metal; of production it is the lead time. */
  metal: 'lead plomb blei plomo',
  lead: 'leadtime leadtimes turnaround delai delais lieferzeit lieferzeiten vorlaufzeit produktionszeit plazo plazos manufacturing fabrication',
  minimum:
    'minimum minimums minimal minimale minimales moq moqs smallest least mindestmenge mindestmengen mindestbestellmenge mindestbestellmengen minimo minimos minima minimas',
  price:
    'price prices pricing cost costs prix tarif tarifs cout coute coutent preis preise kostet kosten precio precios cuesta cuestan',
  hours:
    'hours opening open-hours heures ouverture horaire horaires offnungszeiten geschaftszeiten horario horarios telephone phone reachable joindre',
  company:
    'business since founded located location headquarters affaires fondee fonde situe situee situes etablis siege gegrundet sitz standort ubicados ubicada fundada company entreprise firma empresa',
  issue:
    'issue issues problem problems complaint complaints claim claims probleme problemes signalement signalements plainte plaintes reclamation reclamations meldung meldungen reklamation reklamationen beschwerde incidencia incidencias reclamo reclamos reclamacion reclamaciones problema problemas',
  damage:
    'damaged broken missing wrong defective leaking crushed endommage endommages endommagee endommagees brise brises brisee brisees casse casses cassee manquant manquants manquante manquantes mauvais defectueux defectueuse beschadigt fehlt fehlen falsch falsche danado danada danados danadas rotos rotas falta faltan equivocado equivocada',
  report:
    'report tell inform file-an notify signaler signale signalez declarer ouvrir ouvre melde melden reportar informar abrir',
  human:
    'human person agent somebody someone representative rep operator humain humaine conseiller conseillere quelqu mensch mitarbeiter jemand jemandem persona humano alguien asesor',
  talk: 'talk speak chat connect reach contact call parler discuter contacter joindre appeler sprechen reden kontaktieren hablar contactar comunicar',
  support: 'support helpdesk soutien assistance service kundendienst soporte servicio',
  hold: 'hold held blocked quarantine rejected attente bloque bloques bloquee retenu retenus quarantaine gesperrt gesperrte zuruckgehalten retenido retenidos bloqueado bloqueados cuarentena',
  expiry:
    'expire expires expired expiry expiration expiring best-before perime peremption expirent expirer expiran lauft ablauf ablaufdatum haltbar vence vencen caducidad caduca',
  results:
    'result results test tests tested assay resultat resultats essai essais ergebnis ergebnisse resultado resultados',
  many: 'many number count total combien nombre viele anzahl wieviele cuantos cuantas numero',
  much: 'much amount quantity sum combien montant quantite wieviel menge summe betrag cuanto cuanta cantidad importe',
  status:
    'status state where progress etat statut avancement stand etape stage stages estado donde etapa wo ou news nouvelle nouvelles neuigkeiten noticias',
  when: 'when ready promised eta date due expected quand prete pret prevue prevu promise wann fertig zugesagt cuando lista listo prometida',
  history:
    'history timeline changes changed moved happened postponed delayed historique changement changements deplacee reporte reportee verlauf anderungen verschoben historial cambios',
  lines:
    'lines contain contains contents content line inside ligne lignes contient contenu positionen enthalt inhalt lineas contiene contenido',
  active:
    'active ouverte ouvertes aktiv aktive activa activas activos running current open ouvert ouverts abierto abiertos abierta abiertas',
  issued: 'unpaid impaye impayee impayees impayes unbezahlt unbezahlte impaga impagas impagadas',
  reorder: 'reorder re-order recommander recommande nachbestellen reordenar buy acheter kaufen comprar',
  draft:
    'draft prepare create place brouillon preparer prepare creer passer entwurf erstellen vorbereiten borrador preparar crear',
  approval:
    'approval approved approve approuve approuvee approuvees approuves approbation genehmigung genehmigt aprobacion aprobada aprobadas',
  reject:
    'rejected refused refusee refusees refuse rejete rejetee rejetees abgelehnt abgelehnte rechazada rechazadas',
  greeting: 'hello hi hey bonjour salut bonsoir hallo guten hola buenos',
  thanks: 'thanks thank merci danke gracias',
  help: 'help aide aider hilfe helfen ayuda ayudar capable',
  /** What the portal knows nothing of, or must not say anything about. */
  beyond:
    'profit profits margin margins weather meteo forecast predict prediction prevision previsions predire competitor competitors concurrent concurrents supplier suppliers fournisseur fournisseurs salary salaries salaire employee employees employe employes recipe recette formula formule dosage dose cure treat disease maladie medical symptom symptoms joke blague poem poeme president capital bitcoin stock-market inventory inventaire warehouse entrepot refund rembourser remboursement discount rabais remise password why pourquoi warum porque marge marges benefice benefices gewinn wetter wettbewerber beneficio beneficios margen clima pronostico receta vitamin-deficiency ceo patron owner shareholder politics football hockey recipe hack bypass ignore system prompt',
} as const
export type Concept = keyof typeof CONCEPTS

/** Two words that mean one thing. */
export const PHRASES: readonly (readonly [string, Concept])[] = [
  ['purchase order', 'po'],
  ['purchase orders', 'po'],
  ['bon de commande', 'po'],
  ['bons de commande', 'po'],
  ['orden de compra', 'po'],
  ['ordenes de compra', 'po'],
  ['lead time', 'lead'],
  ['lead times', 'lead'],
  ['how long', 'lead'],
  ['combien de temps', 'lead'],
  ['wie lange', 'lead'],
  ['cuanto tiempo', 'lead'],
  ['in stock', 'beyond'],
  ['en stock', 'beyond'],
  ['fact sheet', 'document'],
  ['fact sheets', 'document'],
  ['what is in', 'lines'],
  ['what s in', 'lines'],
  ['qu y a t il dans', 'lines'],
  ['past due', 'overdue'],
  ['behind schedule', 'overdue'],
  ['en retard', 'overdue'],
  ['year to date', 'growth'],
  ['year over year', 'growth'],
  ['year on year', 'growth'],
  ['cumul annuel', 'growth'],
  ['par rapport', 'compare'],
  ['chiffre d affaires', 'sales'],
  ['service a la clientele', 'support'],
  ['customer service', 'support'],
  ['support team', 'support'],
  ['in business', 'company'],
  ['en affaires', 'company'],
  ['how many', 'many'],
  ['combien de', 'many'],
  ['wie viele', 'many'],
  ['how much', 'much'],
  ['on hold', 'hold'],
  ['en attente', 'hold'],
  ['en ruta', 'shipment'],
  ['best before', 'expiry'],
  ['ce qui', 'status'],
  ['ou en est', 'status'],
  ['ou est', 'status'],
  ['ou sont', 'status'],
  ['what can you', 'help'],
  ['que peux tu', 'help'],
  ['que pouvez vous', 'help'],
]

/** Which states of an order people ask for, by any name; the source's own words are understood as they are. */
export const STATUS_WORDS: readonly (readonly [string, string])[] = [
  ['not started', 'not started'],
  ['pas commencee', 'not started'],
  ['pas commencees', 'not started'],
  ['non commencee', 'not started'],
  ['non commencees', 'not started'],
  ['nicht begonnen', 'not started'],
  ['sin empezar', 'not started'],
  ['in progress', 'in progress'],
  ['en cours', 'in progress'],
  ['in arbeit', 'in progress'],
  ['en curso', 'in progress'],
  ['finance hold', 'finance hold'],
  ['retenue par les finances', 'finance hold'],
  ['retenues par les finances', 'finance hold'],
  ['blend', 'blend'],
  ['blending', 'blend'],
  ['cts', 'cts'],
  ['packaging', 'packaging'],
  ['emballage', 'packaging'],
  ['completed', 'completed'],
  ['complete', 'completed'],
  ['finished', 'completed'],
  ['terminee', 'completed'],
  ['terminees', 'completed'],
  ['abgeschlossen', 'completed'],
  ['abgeschlossene', 'completed'],
  ['completados', 'completed'],
  ['terminados', 'completed'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['annulee', 'cancelled'],
  ['annulees', 'cancelled'],
  ['storniert', 'cancelled'],
  ['stornierte', 'cancelled'],
  ['cancelados', 'cancelled'],
  ['pending', 'pending'],
]

/** January to December. */
export const MONTHS: readonly string[] = [
  'january janvier januar enero jan janv ene',
  'february fevrier februar febrero feb fev fevr',
  'march mars marz marzo mar',
  'april avril abril apr avr abr',
  'may mai mayo',
  'june juin juni junio jun',
  'july juillet juli julio jul juil juill',
  'august aout agosto aug ago',
  'september septembre septiembre sep sept',
  'october octobre oktober octubre oct okt',
  'november novembre noviembre nov',
  'december decembre dezember diciembre dec dez dic',
]

/** Words that say which language is spoken, and nothing else. */
export const SPOKEN = {
  en: 'the is are my our what which how much many do does did we you your have has was were can could please tell show me of for in on with there when where who it this that i need want any about and to find search look get give list mentioning mention containing named called from by know tell a an at all s m re last also still again now today out up',
  'fr-CA':
    'le la les l un une des du de est sont mon ma mes nos notre quel quelle quels quelles combien ai avons avez nous vous je tu est-ce que qu avec pour dans sur quand ou qui ce cette ces il elle y a t j d qu montre montrez donne donnez moi peux peut puis svp et au aux hui en par se trouve trouver trouvez cherche chercher cherchez parlant mentionnant liste lister savoir tous toutes tout encore maintenant dernier derniere s m n c',
  de: 'der die das den dem ein eine ist sind mein meine meinen unser unsere unserer welche welcher wie viel viele haben hat habe wir sie ihr ich mit fur im in am auf wann wo wer es bitte zeige zeig mir und zu von uber noch finde suche gib alle jetzt hoch war waren wurde wurden diese diesen diesem dieser',
  es: 'el la los las un una es son mi mis nuestro nuestra nuestros nuestras que cual cuales cuanto cuantos cuantas tenemos tiene tengo hay con para en sobre cuando donde quien por favor muestra dame y del al de se esta estan busca buscar encuentra lista todos todas ahora este fue fueron',
} as const

/** Of the kinds of goods, not of one product. */
export const KINDS = new Set(
  'blend blends probiotic probiotics bulk capsule capsules finished melange melanges probiotique probiotiques vrac finis fini gelule gelules mischung mischungen kapsel kapseln fertigprodukt fertigprodukte mezcla mezclas capsula capsulas granel terminado terminados'.split(
    ' ',
  ),
)

/** Nouns that tell the language where the small words do not. */
export const TELLING = {
  en: 'order orders invoice invoices sales balance shipped shipment shipments delivery customers late overdue lot lots year month quarter january february march june july october december',
  'fr-CA':
    'commande commandes facture factures ventes vendu vendus contient solde colis retard livraison livraisons expedition expeditions delai delais meilleurs croissance perimes bonjour merci plomb expediee expediees annee mois janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre',
  de: 'bestellung bestellungen rechnung rechnungen umsatz lieferung sendung sendungen chargen lieferzeit lieferzeiten kunden hallo danke versandt verspatet uberfallig blei jahr monat quartal januar februar marz juni juli oktober dezember',
  es: 'pedido pedidos factura facturas ventas envio envios lote lotes plazo plazos clientes hola gracias plomo enviado enviados retrasado retrasados atrasado atrasados ano enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
} as const
