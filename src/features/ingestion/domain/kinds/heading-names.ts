/**
 * What business systems and people call our columns, in English, French, German and Spanish, whatever the letter case,
 * accents and punctuation. Kinds say which of their columns each list belongs to.
 */

const list = (names: string): readonly string[] => names.split('|').map((name) => name.trim())

export const INVOICE_NO = list(`
  Invoice Number | Invoice # | Invoice | Bill No | Bill Number | N° facture | N° de facture | No facture |
  No de facture | Numéro de facture | Facture | Rechnungsnummer | Rechnungsnr | Rechnung Nr | Rechnungs-Nr |
  N° factura | Nº factura | Nº de factura | N° de factura | Número de factura | Factura`)
export const INVOICE_DATE = list(`
  Date of Invoice | Billing Date | Date facture | Date de facture | Date de la facture |
  Date de facturation | Rechnungsdatum | Fecha factura | Fecha de factura | Fecha de la factura |
  Fecha de facturación`)
export const DUE_DATE = list(`
  Payment Due | Échéance | Date d'échéance | Date échéance | Fälligkeit | Fällig am | Fälligkeitsdatum |
  Vencimiento | Fecha de vencimiento | Fecha vencimiento`)
export const TERMS = list(`
  Payment Terms | Conditions | Conditions de paiement | Modalités de paiement | Termes |
  Zahlungsbedingungen | Zahlungsziel | Condiciones | Condiciones de pago`)
export const ORDER_NO = list(`
  Order No | Order Number | Order # | Order | Sales Order | Sales Order No | SO No | SO Number |
  N° commande | N° de commande | No commande | No de commande | Numéro de commande | Commande |
  Auftragsnummer | Auftragsnr | Auftrag Nr | Auftrags-Nr | Auftrag | N° pedido | Nº pedido | Nº de pedido |
  N° de pedido | Número de pedido | Pedido`)
export const PO_NO = list(`
  PO | PO Number | PO # | Purchase Order | Purchase Order No | Purchase Order Number | Customer PO | N° BC |
  No BC | No de BC | BC | Bon de commande | N° bon de commande | No bon de commande | N° de bon de commande |
  Kundenbestellnummer | Kundenbestellung | Orden de compra | N° orden de compra | Nº orden de compra |
  N° OC | Nº OC | OC`)
export const CLIENT_CODE = list(`
  Client No | Client Number | Client # | Client ID | Customer Code | Customer No | Customer Number |
  Customer ID | Account Number | Code client | N° client | No client | N° de client | No de client |
  Numéro de client | Compte client | Kundennummer | Kundennr | Kunden-Nr | Kunde Nr | Debitor |
  Debitorennummer | Código cliente | Código de cliente | Código del cliente | N° cliente | Nº cliente |
  Número de cliente`)
export const CLIENT_NAME = list(`
  Client | Client Name | Customer | Customer Name | Company | Company Name | Sold To | Nom client |
  Nom du client | Raison sociale | Kunde | Kundenname | Name des Kunden | Cliente | Nombre cliente |
  Nombre de cliente | Nombre del cliente | Razón social`)
export const ITEM_NO = list(`
  Item Number | Item # | Item Code | Item ID | SKU | Product No | Product Number | Product Code | Part No |
  Part Number | Code article | N° article | No article | N° d'article | No d'article | Numéro d'article |
  Code produit | N° produit | No produit | Artikelnummer | Artikelnr | Artikel-Nr | Artikel Nr |
  Artikelcode | Materialnummer | Produktnummer | Código artículo | Código de artículo |
  Código del artículo | N° artículo | Nº artículo | Código producto | Código de producto |
  Referencia artículo`)
export const ITEM_NAME = list(`
  Item Description | Product Name | Product Description | Nom article | Nom de l'article | Désignation |
  Nom du produit | Nom produit | Description article | Artikelbezeichnung | Bezeichnung | Artikelname |
  Produktname | Nombre artículo | Nombre del artículo | Nombre del producto | Descripción del artículo`)
export const QUANTITY = list(`
  Quantity | Qty | Qty Sold | Quantity Sold | Units | Units Sold | Qté | Quantité | Qté vendue |
  Quantité vendue | Menge | Anzahl | Verkaufte Menge | Cantidad | Cant | Cantidad vendida | Unidades`)
export const UNIT = list(`
  UOM | U/M | Unit of Measure | Unité | Unité de mesure | Einheit | Mengeneinheit | ME | Unidad |
  Unidad de medida`)
export const UNIT_PRICE = list(`
  Price | Unit Cost | Rate | Prix | Prix unitaire | Prix unit | PU | Preis | Einzelpreis | Stückpreis |
  E-Preis | Precio | Precio unitario | Precio unit`)
export const AMOUNT = list(`
  Total Amount | Line Total | Line Amount | Net Amount | Extended Price | Montant | Montant total |
  Montant net | Betrag | Nettobetrag | Gesamtbetrag | Gesamtpreis | Importe | Importe total | Monto |
  Monto total`)
export const AMOUNT_OF_ORDER = [
  ...AMOUNT,
  ...list(`Order Total | Total commande | Auftragswert | Total pedido | Total`),
]
export const QTY_ORDERED = [
  ...QUANTITY,
  ...list(`
  Ordered | Ordered Qty | Quantity Ordered | Qté commandée | Quantité commandée | Bestellte Menge |
  Auftragsmenge | Cantidad pedida`),
]
export const QTY_SHIPPED = list(`
  Shipped | Shipped Qty | Quantity Shipped | Qté expédiée | Quantité expédiée | Gelieferte Menge |
  Liefermenge | Cantidad enviada`)
export const TOTAL = list(`
  Total Amount | Grand Total | Invoice Total | Amount | Montant | Montant total | Total TTC |
  Total facture | Gesamt | Gesamtbetrag | Rechnungsbetrag | Summe | Betrag | Importe | Importe total |
  Monto | Monto total`)
export const SUBTOTAL = list(`
  Sub Total | Net | Net Total | Sous-total | Total HT | Montant HT | Zwischensumme | Netto | Nettobetrag |
  Base imponible`)
export const CURRENCY = list(
  `Curr | Currency Code | Devise | Monnaie | Code devise | Währung | Moneda | Divisa`,
)
export const YEAR = list(`Année | An | Exercice | Jahr | Geschäftsjahr | Año | Ejercicio`)
export const MONTH = list(`Mois | Monat | Mes`)
export const TAX_CODE = list(`Code taxe | Code de taxe | Steuercode | Steuerschlüssel | Código de impuesto`)
export const LINE_NO = list(`
  Line | Line Number | Line # | Item Line | Ligne | N° ligne | No ligne | N° de ligne | No de ligne |
  Position | Pos | Positionsnummer | Zeile | Zeilennummer | Línea | N° línea | Nº línea | N° de línea |
  Nº de línea`)
export const LOT = list(`
  Lot | Lot Number | Lot # | Batch | Batch No | Batch Number | N° lot | No lot | N° de lot | No de lot |
  Numéro de lot | Charge | Chargennummer | Chargen-Nr | Charge Nr | Lote | N° lote | Nº lote | Nº de lote |
  N° de lote | Número de lote`)
export const STATUS = list(`Status | Order Status | Statut | État | Auftragsstatus | Estado | Situación`)
export const ORDER_DATE = list(`
  Date of Order | Ordered On | Date commande | Date de commande | Date de la commande | Auftragsdatum |
  Bestelldatum | Fecha pedido | Fecha de pedido | Fecha del pedido`)
export const REQUESTED_DATE = list(`
  Requested Ship Date | Requested Delivery | Date demandée | Date souhaitée | Wunschtermin | Wunschdatum |
  Fecha solicitada | Fecha requerida`)
export const PROMISED_DATE = list(`
  Promise Date | Promised Delivery | Date promise | Date de livraison promise | Zugesagter Termin |
  Liefertermin | Zugesagt | Fecha prometida | Fecha comprometida`)
export const SHIP_TO = list(`
  Ship To Address | Delivery Address | Shipping Address | Adresse de livraison | Livrer à | Lieferadresse |
  Lieferanschrift | Dirección de entrega | Dirección de envío | Enviar a`)
export const ADDRESS = list(`Street Address | Adresse | Anschrift | Dirección | Domicilio`)
export const LANGUAGE = list(`Locale | Langue | Sprache | Idioma`)
export const REFERENCE = list(`Reference | Ref No | Référence | Réf | Referenz | Referencia`)
export const DESCRIPTION = [...ITEM_NAME, ...list(`Item Name | Beschreibung | Descripción | Libellé`)]
export const EXPIRY = list(`
  Expiry Date | Expiration | Expiration Date | Best Before | Use By | Exp | Péremption |
  Date de péremption | Date d'expiration | Verfall | Verfallsdatum | Verfalldatum | Haltbar bis | MHD |
  Mindesthaltbarkeitsdatum | Caducidad | Fecha de caducidad | Fecha de vencimiento`)
export const MANUFACTURED = list(`
  Manufacture Date | Manufacturing Date | Production Date | Mfg Date | Made On | Fabrication |
  Date de fabrication | Fabriqué le | Herstellung | Herstellungsdatum | Herstelldatum | Fabricación |
  Fecha de fabricación`)
export const TRACKING_NO = list(`
  Tracking | Tracking No | Tracking # | Waybill | N° de suivi | No de suivi | Numéro de suivi | Suivi |
  Sendungsnummer | Trackingnummer | Paketnummer | N° de seguimiento | Nº de seguimiento |
  Número de seguimiento`)
export const CARRIER = list(
  `Ship Via | Transporteur | Spediteur | Frachtführer | Versanddienst | Transportista`,
)
export const WEIGHT = list(`Gross Weight | Poids | Poids brut | Gewicht | Bruttogewicht | Peso | Peso bruto`)
export const PAYMENT_NO = list(`
  Payment Number | Payment # | Receipt No | Receipt Number | N° paiement | No paiement | N° de paiement |
  No de paiement | Numéro de paiement | Zahlungsnummer | Zahlung Nr | N° pago | Nº pago | Nº de pago |
  Número de pago`)
export const PAYMENT_DATE = list(`
  Paid On | Date of Payment | Received On | Date paiement | Date de paiement | Date du paiement |
  Zahlungsdatum | Bezahlt am | Fecha pago | Fecha de pago | Fecha del pago`)
export const PAYMENT_METHOD = list(`
  Payment Method | Mode de paiement | Méthode | Méthode de paiement | Zahlungsart | Zahlungsweise | Método |
  Forma de pago | Método de pago`)
export const NAME = [...ITEM_NAME, ...list(`Item Name | Product Name | Description`)]
export const CATEGORY = list(`Product Category | Catégorie | Kategorie | Warengruppe | Categoría`)
export const VALID_FROM = list(
  `Effective From | Start Date | Valide du | En vigueur du | Gültig ab | Válido desde`,
)
export const VALID_TO = list(
  `Effective To | End Date | Valide jusqu'au | En vigueur jusqu'au | Gültig bis | Válido hasta`,
)
export const TEST = list(`
  Analysis | Parameter | Test Name | Essai | Analyse | Paramètre | Prüfung | Prüfmerkmal | Ensayo |
  Análisis | Parámetro | Prueba`)
export const METHOD = list(`
  Test Method | Méthode | Méthode d'essai | Methode | Prüfmethode | Prüfverfahren | Método |
  Método de ensayo`)
export const SPECIFICATION = list(
  `Spec | Limit | Limits | Spécification | Norme | Spezifikation | Grenzwert | Especificación | Límite`,
)
export const RESULT = list(`Finding | Résultat | Ergebnis | Resultado`)
export const TESTED_ON = list(`
  Test Date | Date Tested | Analysis Date | Date d'analyse | Date d'essai | Prüfdatum | Analysedatum |
  Geprüft am | Fecha de análisis | Fecha de ensayo`)
