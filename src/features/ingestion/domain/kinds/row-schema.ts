import type { Column, ColumnType } from './column.ts'
import type { KindDefinition } from './kind.ts'

type JsonSchema = { [keyword: string]: unknown }

const SHAPES: Record<ColumnType, (column: Column) => JsonSchema> = {
  identifier: ({ maxLength }) => ({ type: ['string', 'integer', 'null'], maxLength }),
  text: ({ maxLength }) => ({ type: ['string', 'number', 'null'], maxLength }),
  quantity: number('Up to three decimals'),
  money: number('Two decimals; further ones are rounded and kept as text. A currency may stand beside it'),
  money_or_text: number('As money; words such as "TBD" are kept and count as 0'),
  price: number('Up to six decimals'),
  year: () => ({ type: ['integer', 'string', 'null'] }),
  month: () => ({ type: ['integer', 'string', 'null'] }),
  date: () => ({
    type: ['string', 'null'],
    description: 'ISO date, or as written if one order fits the whole body',
  }),
  date_or_text: () => ({
    type: ['string', 'null'],
    description: 'As date; words such as "Date Not Captured" are kept and count as no date',
  }),
  date_or_month: () => ({
    type: ['string', 'null'],
    description: 'As date; a month and its year (2027-06) mean its last day',
  }),
  instant: () => ({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Older than stored: counted as stale',
  }),
  currency: () => ({ type: ['string', 'null'], description: 'ISO 4217; without it the tenant’s' }),
  weeks: () => ({ type: ['integer', 'string', 'null'] }),
  decimal: number('Up to nine decimals'),
  flag: () => ({ type: ['boolean', 'integer', 'string', 'null'], description: 'Yes or no' }),
  op: () => ({ enum: ['upsert', 'delete'], description: 'delete needs only the natural key' }),
}

function number(description: string): (column: Column) => JsonSchema {
  return ({ maxLength }) => ({ type: ['number', 'string', 'null'], maxLength, description })
}

/** The JSON Schema of a row as upstream may send it; every name also in snake_case. */
export function rowSchema(kind: KindDefinition): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(kind.columns.map((column) => [column.name, SHAPES[column.type](column)])),
    required: kind.columns.filter(({ required }) => required).map(({ name }) => name),
    ...(kind.oneOf.length > 0 && {
      allOf: kind.oneOf.map((pair) => ({ anyOf: pair.map((name) => ({ required: [name] })) })),
    }),
  }
}
