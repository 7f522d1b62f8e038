import type { Kind } from './kinds.ts'

type ExampleRow = Record<string, string | number>

/** One readable body per kind: for the reference, and brought in by a test. */
export const EXAMPLES: Record<Kind, readonly ExampleRow[]> = {
  customers: [
    {
      'Client Code': 'BOR-01',
      'Client Name': 'Boréal Santé',
      Language: 'fr-CA',
      Currency: 'CAD',
      Address: '120, rue Saint-Paul, Québec',
    },
  ],
  orders: [
    {
      Primary: '20418',
      'Ord No': 'SO-10425',
      'PO No': 'PO-4471',
      'Client Code': 'BOR-01',
      'Client Name': 'Boréal Santé',
      'Ord Stat': 'In Progress',
      'Montant Total': '1 234,56 $',
      'BL t': 'green',
      'CTS t': 'yellow',
      'BB t': '',
      PBL: '✓',
      'Order Date': '2025-08-04',
      'Promised Date': '2025-10-03',
    },
  ],
  'order-lines': [
    {
      Primary: '20418',
      'Line No': 1,
      'Item No': 'BC-120',
      'Item Name': 'Probiotic blend 50B',
      'Qty Ordered': 12.5,
      Unit: 'KG',
      'Unit Price': '98.7650',
    },
  ],
  'sales-history': [
    {
      Id: 90211,
      Year: 2025,
      Month: 8,
      'Client Code': 'BOR-01',
      'Customer Name': 'Boréal Santé',
      'Invoice No': 'F-22031',
      'Invoice Date': '2025-08-12',
      'Qty Sold': 480,
      'Item No': 'GH-60',
      'Item Name': 'Gut Health 60 capsules',
      Amount: '5,280.00',
      'Updated At': '2025-08-12T18:04:00Z',
    },
    { Id: 90177, _op: 'delete' },
  ],
  'current-sales': [
    {
      id: 410233,
      SO: 'SO-10425',
      Year: 2025,
      Month: 8,
      Code: 'GH-60',
      Prod_Name: 'Gut Health 60 capsules',
      Unit: 'UN',
      'Qty Sent': 480,
      'Unit Price': '11.00',
      Total: '5,280.00',
      Currency: 'CAD',
      Lot: 'L25174B',
      'Account Number': 'BOR-01',
      Customer: 'Boréal Santé',
      'Updated At': '2025-08-12T18:04:00Z',
    },
    { id: 410198, _op: 'delete' },
  ],
  products: [
    {
      'Item No': 'GH-60',
      Name: 'Gut Health 60 capsules',
      'Name FR': 'Santé intestinale 60 capsules',
      Category: 'Digestive',
      Class: 'finished product',
      Unit: 'UN',
      'Minimum Quantity': 5000,
      'Lead Weeks From': 12,
      'Lead Weeks To': 16,
      Active: 'yes',
    },
    { 'Item No': 'BC-120', Name: 'Probiotic blend 50B', Class: 'blend', Unit: 'KG' },
  ],
  invoices: [
    {
      'Invoice No': 'INV-30112',
      'Invoice Date': '2025-08-15',
      'Due Date': '2025-09-14',
      Terms: 'Net 30',
      'Client Code': 'BOR-01',
      'Client Name': 'Boréal Santé',
      'Ord No': 'SO-10425',
      'PO No': 'PO-4471',
      Subtotal: '1 000,00',
      'Tax 1 Name': 'TPS 5 %',
      'Tax 1': '50,00',
      'Tax 2 Name': 'TVQ 9,975 %',
      'Tax 2': '99,75',
      Total: '1 149,75 $',
      Currency: 'CAD',
    },
  ],
  'invoice-lines': [
    {
      'Invoice No': 'INV-30112',
      'Line No': 1,
      'Item No': 'BC-120',
      Description: 'Probiotic blend 50B',
      Quantity: 12.5,
      Unit: 'KG',
      'Unit Price': '80.00',
      Amount: '1000.00',
    },
  ],
  payments: [
    {
      'Payment No': 'R-8841',
      'Payment Date': '2025-09-10',
      Amount: '1 149,75 $',
      'Invoice No': 'INV-30112',
      Type: 'payment',
      'Client Code': 'BOR-01',
      Method: 'Bank transfer',
      Reference: 'BNC 55-1',
    },
    { 'Payment No': 'R-8840', _op: 'delete' },
  ],
  'price-list': [
    {
      'Client Code': 'BOR-01',
      'Item No': 'BC-120',
      'Unit Price': '98.7650',
      Currency: 'CAD',
      Unit: 'KG',
      'Valid From': '2025-01-01',
      'Valid To': '2025-12-31',
    },
  ],
  shipments: [
    {
      'Tracking Number': '1Z999AA10123456784',
      Carrier: 'UPS',
      'Ord No': 'SO-10425',
      'PO No': 'PO-4471',
      'Client Code': 'BOR-01',
      'Client Name': 'Boréal Santé',
      'Order Date': 'Date Not Captured',
      'Processed Date': '2025-08-20',
      'Shipped Date': '2025-08-21',
      'Estimated Delivery': '2025-08-26',
      'Ship To': '120, rue Saint-Paul, Québec',
      Weight: '118 KG',
    },
  ],
  'shipment-events': [
    {
      'Tracking Number': '1Z999AA10123456784',
      Carrier: 'UPS',
      'Event Time': '2025-08-21T14:05:00-04:00',
      Event: 'in transit',
      Place: 'Laval, QC',
      Text: 'Departed from facility',
    },
  ],
  'shipment-lines': [
    {
      'Tracking Number': '1Z999AA10123456784',
      Carrier: 'UPS',
      'Line No': 1,
      'Order Line No': 1,
      'Item No': 'BC-120',
      'Item Name': 'Probiotic blend 50B',
      Lot: 'L25201A',
      Quantity: 12.5,
      Unit: 'KG',
    },
  ],
  lots: [
    {
      'Lot No': 'L25174B',
      'Item No': 'GH-60',
      Manufactured: '2025-06-23',
      Expiry: '2027-06-30',
      State: 'released',
      Quantity: 48_200,
      Unit: 'UN',
      'Updated At': '2025-07-02T15:20:00Z',
    },
  ],
  'lot-results': [
    {
      'Lot No': 'L25174B',
      Test: 'Water activity',
      Method: 'ISO 18787',
      Specification: '≤ 0.20',
      Max: '0.20',
      Result: '0.14',
      Verdict: 'pass',
      'Tested On': '2025-06-30',
    },
    {
      'Lot No': 'L25174B',
      Test: 'Yeast and mould',
      Method: 'ISO 21527-2',
      Specification: '≤ 100 CFU/g',
      Max: 100,
      Result: '< 10',
      Unit: 'CFU/g',
      Verdict: 'pass',
    },
  ],
}

/** The same body in each form that is accepted, by content type. */
export function exampleBodies(kind: Kind): Record<string, unknown> {
  const rows = EXAMPLES[kind]
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value: string | number | undefined) =>
    /[",\n]/.test(String(value ?? '')) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? '')
  return {
    'application/json': rows,
    'application/x-ndjson': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    'text/csv': [headings, ...rows.map((row) => headings.map((heading) => row[heading]))]
      .map((cells) => `${cells.map(cell).join(',')}\n`)
      .join(''),
  }
}
