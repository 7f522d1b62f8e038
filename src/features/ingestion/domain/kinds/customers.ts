import { column, textColumn } from './column.ts'
import * as names from './heading-names.ts'
import { defineKind } from './kind.ts'

export type CustomerFields = {
  clientCode: string
  clientName: string
  language: string | null
  currency: string | null
  address: string | null
}

/** A client of the manufacturer; natural key: Client Code. */
export const customers = defineKind({
  kind: 'customers',
  source: [
    column('Client Code', 'identifier', 'required'),
    textColumn('Client Name', 200, 'required'),
    textColumn('Language', 35),
    column('Currency', 'currency'),
    textColumn('Address', 500),
  ],
  key: (cells) => cells.text('Client Code'),
  read: (cells): CustomerFields => ({
    clientCode: cells.text('Client Code') ?? '',
    clientName: cells.text('Client Name') ?? '',
    language: cells.text('Language'),
    currency: cells.currency('Currency'),
    address: cells.text('Address'),
  }),
  names: {
    'Client Code': names.CLIENT_CODE,
    'Client Name': names.CLIENT_NAME,
    Language: names.LANGUAGE,
    Currency: names.CURRENCY,
    Address: names.ADDRESS,
  },
  example: [
    {
      'Client Code': 'BOR-01',
      'Client Name': 'Boréal Santé',
      Language: 'fr-CA',
      Currency: 'CAD',
      Address: '120, rue Saint-Paul, Québec',
    },
  ],
})
