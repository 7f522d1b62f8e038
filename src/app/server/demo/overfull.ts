import type { UpstreamRow } from '../../../features/ingestion/server/import-rows.ts'
import { addDays, monthsUntil } from './calendar.ts'
import type { Person } from './people.ts'

/** A tenant whose every text is as long, and every amount as large, as a screen must still bear. For development only. */
export const OVERFULL = {
  key: 'overfull',
  name: 'Overfull',
  code: 'OVF001',
  currency: 'CAD',
  language: 'en',
} as const

const NAME_LENGTH = 80
const ORDER_NUMBER_LENGTH = 40

export const OVERFULL_PERSON: Person = {
  email: 'overfull@portal.example',
  name: filled(
    'Maximiliana-Konstantina Przybyszewska-Wollstonecraft de la Fontaine-Montmorency ',
    NAME_LENGTH,
  ),
  language: 'en',
  memberships: [{ client: OVERFULL.key, role: 'tenant_admin' }],
}

const CUSTOMER = filled(
  'Compagnie internationale de distribution de suppléments probiotiques et vitamines ',
  NAME_LENGTH,
)
const PRODUCTS = ['Enterokapselzubereitung', 'Hyperconcentrated Multi-Strain', 'Préparation probiotique'].map(
  (start) =>
    filled(`${start} Lacticaseibacillus rhamnosus, Bifidobacterium longum 100 Billion CFU `, NAME_LENGTH),
)
const STATUSES = [
  'not started',
  'in progress',
  'blend',
  'cts',
  'packaging',
  'completed',
  'cancelled',
  'finance hold',
  'pending',
]

/** Twelve digits before the decimal mark and two behind it; a hundred of them still fit a sum in cents. */
const amount = (index: number) => `${312_345_678_901 + index * 1_234_567_891}.${String(10 + (index % 90))}`
const dollars = (index: number) => `$${amount(index).replace(/\B(?=(\d{3})+\.)/g, ',')}`

export function overfullCustomers(): UpstreamRow[] {
  return [
    { 'Client Code': OVERFULL.code, 'Client Name': CUSTOMER, Currency: OVERFULL.currency, Address: CUSTOMER },
  ]
}

export const overfullProducts = (): UpstreamRow[] =>
  PRODUCTS.map((name, index) => ({
    'Item No': longNumber('ITEM', index),
    Name: name,
    Category: CUSTOMER,
    Class: 'finished product',
    Unit: 'KG',
    'Minimum Quantity': '999999999.99',
  }))

export const overfullPrices = (asOf: string): UpstreamRow[] =>
  PRODUCTS.map((_, index) => ({
    'Client Code': OVERFULL.code,
    'Item No': longNumber('ITEM', index),
    'Unit Price': '99999999.999999',
    Unit: 'billion CFU/g of the powder',
    'Valid From': addDays(asOf, -9),
  }))

const LOT_STATES = ['released', 'on hold', 'quarantine', 'rejected', 'expired']

export const overfullLots = (asOf: string): UpstreamRow[] =>
  Array.from({ length: 36 * 6 }, (_, index) => ({
    'Lot No': longNumber('LOT', index),
    'Item No': longNumber('ITEM', index % 3),
    Manufactured: addDays(asOf, -index),
    Expiry: addDays(asOf, 730 - index),
    State: LOT_STATES[Math.floor(index / 3) % LOT_STATES.length] as string,
    Quantity: '999999999.99',
    Unit: 'KG',
  }))

/** Ten tests of each lot, every fourth with a result that lies outside. */
export const overfullLotResults = (asOf: string): UpstreamRow[] =>
  Array.from({ length: 36 * 6 * 10 }, (_, index) => {
    const [lot, test] = [Math.floor(index / 10), index % 10]
    return {
      'Lot No': longNumber('LOT', lot),
      Test: `${test + 1} ${CUSTOMER}`.slice(0, 80),
      Method: CUSTOMER,
      Specification: `Not less than 123,456,789,012.123456789, and else as ${CUSTOMER}`,
      Min: '123456789012.123456789',
      Result: `${lot % 4 === 3 ? 1 : 2}${23456789012 + lot}.123456789`,
      Unit: 'billion CFU/g of the powder',
      'Tested On': addDays(asOf, -lot),
    }
  })

export function overfullOrders(asOf: string): UpstreamRow[] {
  return Array.from({ length: 36 }, (_, index) => ({
    Primary: longNumber('OVERFULL', index),
    'Ord No': longNumber('ORD', index),
    'PO No': longNumber('PO', index),
    'F No': longNumber('F', index),
    'Client Name': CUSTOMER,
    'Client Code': OVERFULL.code,
    Ref: CUSTOMER,
    'Ord Stat': STATUSES[index % STATUSES.length] as string,
    'Montant Total': dollars(index),
    'BL t': 'In progress, waiting for release of the raw material',
    'CTS t': 'yellow',
    'BB t': '-',
    PBL: '✓',
    PCTS: 'Semaine 47, ligne 3',
    PBB: '',
    'Order Date': addDays(asOf, -index * 9),
    'Requested Date': addDays(asOf, 90 - index * 9),
    'Promised Date': addDays(asOf, 97 - index * 9),
    'Ship To': CUSTOMER,
  }))
}

export function overfullOrderLines(): UpstreamRow[] {
  return Array.from({ length: 36 * 6 }, (_, index) => ({
    Primary: longNumber('OVERFULL', Math.floor(index / 6)),
    'Line No': (index % 6) + 1,
    'Item No': longNumber('ITEM', index % 3),
    'Item Name': PRODUCTS[index % 3] as string,
    'Qty Ordered': '999999999.99',
    'Qty Shipped': '123456789.5',
    Unit: 'KG',
    'Unit Price': '123456.7891',
    Lot: longNumber('LOT', index),
  }))
}

const longShipment = (index: number) => ({
  'Tracking Number': longNumber('TRACKING', index),
  Carrier: CUSTOMER,
})

export function overfullShipments(asOf: string): UpstreamRow[] {
  return Array.from({ length: 36 }, (_, index) => ({
    ...longShipment(index),
    Primary: longNumber('OVERFULL', index),
    'Ord No': longNumber('ORD', index),
    'PO No': longNumber('PO', index),
    'Client Name': CUSTOMER,
    'Client Code': OVERFULL.code,
    'Order Date': 'Date Not Captured, to be asked for at the warehouse in Trois-Rivières',
    'Shipped Date': index % 3 === 0 ? null : addDays(asOf, -index - 3),
    'Estimated Delivery': addDays(asOf, 9 - index),
    'Delivered Date': index % 3 === 2 ? addDays(asOf, -index) : null,
    'Ship To': CUSTOMER,
    Weight: 'Weight Captured Separately, see the bill of lading of the consolidated consignment',
  }))
}

export function overfullShipmentLines(): UpstreamRow[] {
  return Array.from({ length: 36 * 6 }, (_, index) => ({
    ...longShipment(Math.floor(index / 6)),
    'Line No': (index % 6) + 1,
    'Order Line No': (index % 6) + 1,
    'Item No': longNumber('ITEM', index % 3),
    'Item Name': PRODUCTS[index % 3] as string,
    Lot: longNumber('LOT', index),
    Quantity: '123456789.5',
    Unit: 'thousand capsules in drums',
  }))
}

export function overfullShipmentEvents(asOf: string): UpstreamRow[] {
  return Array.from({ length: 36 * 4 }, (_, index) => ({
    ...longShipment(Math.floor(index / 4)),
    'Event Time': `${addDays(asOf, -Math.floor(index / 4) - 2)}T0${index % 4}:30:00Z`,
    Event: index % 4 === 3 && index % 12 > 3 ? 'exception' : 'placed',
    Place: CUSTOMER,
    Text: `${CUSTOMER} ${CUSTOMER}`,
  }))
}

export function overfullInvoices(asOf: string): UpstreamRow[] {
  return Array.from({ length: 36 }, (_, index) => ({
    'Invoice No': longNumber('INVOICE', index),
    'Invoice Date': addDays(asOf, 20 - index * 9),
    'Due Date': addDays(asOf, 50 - index * 9),
    Terms: CUSTOMER,
    'Client Code': OVERFULL.code,
    'Client Name': CUSTOMER,
    'Ord No': longNumber('ORD', index),
    'PO No': longNumber('PO', index),
    'Tax 1 Name': filled('Taxe de vente ', 60),
    'Tax 1': amount(0),
    Total: amount(index),
  }))
}

export function overfullSales(asOf: string): UpstreamRow[] {
  return monthsUntil(asOf).map(({ year, month }, index) => ({
    Id: longNumber('SALE', index),
    Year: year,
    Month: month,
    'Client Code': OVERFULL.code,
    'Customer Name': CUSTOMER,
    'Invoice No': longNumber('INVOICE', index),
    'Invoice Date': `${year}-${String(month).padStart(2, '0')}-15`,
    'Qty Sold': '987654321.5',
    'Item No': longNumber('ITEM', index % 3),
    'Item Name': PRODUCTS[index % 3] as string,
    Amount: amount(index),
    'Unit Price': '123456.7891',
    'Tax Code': 'TPS/TVQ',
    Amt_2: amount(index + 1),
  }))
}

export function overfullCurrentSales(asOf: string): UpstreamRow[] {
  return monthsUntil(asOf)
    .slice(-24)
    .flatMap(({ year, month }, index) =>
      Array.from({ length: 20 }, (_, item) => ({
        id: longNumber('CURRENT', 20 * index + item),
        SO: longNumber('ORDER', index),
        Year: year,
        Month: month,
        Code: longNumber('ITEM', item),
        Prod_Name: PRODUCTS[item % 3] as string,
        Unit: 'thousand capsules in drums',
        'Qty Sent': '98765432.125',
        'Unit Price': '123456.7891',
        Total: amount(index + item),
        Currency: 'CAD',
        Lot: longNumber('LOT', index),
        'Account Number': OVERFULL.code,
        Customer: CUSTOMER,
      })),
    )
}

function filled(text: string, length: number): string {
  return text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .trimEnd()
    .padEnd(length, 'e')
}

const longNumber = (start: string, index: number) =>
  `${start}-${String(index + 1).padStart(ORDER_NUMBER_LENGTH - start.length - 1, '0')}`
