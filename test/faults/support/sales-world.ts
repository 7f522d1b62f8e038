import fc from 'fast-check'
import type { Rules } from '../../../src/features/display-rules/contract.ts'
import type { TestLine } from '../../support/sales-lines.ts'
import { money } from '../../support/sales-oracle.ts'

/** Two upstream systems, each with the same numbers for rows of its own. */
export const SOURCES = ['one', 'two'] as const
export const DATASETS = ['sales-history', 'current-sales'] as const
type Source = (typeof SOURCES)[number]
export type Dataset = (typeof DATASETS)[number]
export type Place = { source: Source; dataset: Dataset }

/** S is a code of both sources, and of another client in each; rows without a code go by their name. */
const CODES = ['A', 'B', 'S', '']
const NAMES = ['North', 'NORTH INC', 'South', '']
const ITEMS = [
  ['P1', 'Calm 30'],
  ['P2', 'Calm 60'],
  ['P3', ' calm tea '],
  ['P4', 'Sleep'],
  ['P5', ''],
  ['BOX-12', 'Box'],
] as const

const ROW = fc.record({
  key: fc.integer({ min: 1, max: 40 }).map(String),
  deletes: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  year: fc.integer({ min: 2023, max: 2025 }),
  month: fc.constantFrom(1, 3, 4, 8, 12),
  currency: fc.constantFrom('CAD', 'CAD', 'USD'),
  item: fc.constantFrom(...ITEMS),
  clientCode: fc.constantFrom(...CODES),
  customerName: fc.constantFrom(...NAMES),
  invoiceNo: fc.constantFrom('I1', 'I2', 'I3'),
  quantity: fc.integer({ min: -3000, max: 9000 }),
  amountCents: fc.integer({ min: -5000, max: 90_000 }),
})
export type Row = typeof ROW extends fc.Arbitrary<infer T> ? T : never

/** What is in the scope of a batch that replaces. */
const SCOPES: Record<string, Partial<Row>> = {
  '2024': { year: 2024 },
  '2023-03': { year: 2023, month: 3 },
  all: {},
}
const BATCH = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ scope: fc.constant(null), rows: fc.array(ROW, { minLength: 1, maxLength: 25 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      scope: fc.constantFrom('2024', '2024', '2023-03', '2023-03', 'all'),
      rows: fc.array(ROW, { maxLength: 25 }),
    }),
  },
)
export type Batch = { scope: string | null; rows: Row[] }

const RULE = fc.record({
  field: fc.constantFrom('name' as const, 'code' as const),
  kind: fc.constantFrom('contains' as const, 'equals' as const),
  wanted: fc.constantFrom('calm', 'Sleep', 'P1', 'a'),
  digits: fc.constant(null),
  ignoreCase: fc.boolean(),
  displayName: fc.constantFrom('Serenity', 'Sleep', 'Rest'),
})
const DIGITS = fc.record({
  field: fc.constant('code' as const),
  kind: fc.constant('prefix_digits' as const),
  wanted: fc.constantFrom('BOX-', 'P'),
  digits: fc.integer({ min: 1, max: 2 }),
  ignoreCase: fc.boolean(),
  displayName: fc.constant('Packaging'),
})
const RULES: fc.Arbitrary<Rules> = fc.record({
  productRules: fc.array(fc.oneof({ weight: 3, arbitrary: RULE }, { weight: 1, arbitrary: DIGITS }), {
    maxLength: 3,
  }),
  aliases: fc
    .subarray(['North', 'NORTH INC', 'South'])
    .map((variants) => variants.map((variant) => ({ variant, displayName: 'The North' }))),
})

/** Rules that are put in force, or which of the changes that were made is taken back. */
const RULES_CHANGE = fc.oneof(
  { weight: 3, arbitrary: fc.record({ put: RULES, undo: fc.constant(null) }) },
  { weight: 1, arbitrary: fc.record({ put: fc.constant(null), undo: fc.nat(20) }) },
)
export type RulesChange = { put: Rules | null; undo: number | null }

/** The two sources, each with two datasets, send at once; two administrators do two things each at once. */
export const ROUND = fc.record({
  /** Now and then the rules change and nothing else. */
  rulesAlone: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  batches: fc.tuple(
    ...SOURCES.flatMap(() => DATASETS.map(() => fc.array(BATCH, { minLength: 1, maxLength: 3 }))),
  ),
  rules: fc.tuple(RULES_CHANGE, RULES_CHANGE),
  /** Which of the clients without a tenant is given away, and to which of two: both the same one, mostly. */
  given: fc.tuple(
    fc.record({ client: fc.nat(2), to: fc.nat(1) }),
    fc.record({ client: fc.nat(1), to: fc.nat(1) }),
  ),
  /** Which of those that were given is taken back. */
  taken: fc.option(fc.nat(20), { nil: null }),
})

/** What a search of a screen looks for, and what it is narrowed to. */
export const FILTER = fc.record(
  {
    search: fc.constantFrom('calm', 'NORTH', 'serenity', 'P1', 'packaging', 'zzz'),
    year: fc.integer({ min: 2022, max: 2025 }),
    part: fc.integer({ min: 1, max: 4 }),
    currency: fc.constantFrom('CAD', 'USD'),
  },
  { requiredKeys: [] },
)

type Kept = Row & Place

/** What the portal was told and has acknowledged, written the plain way: one row after the other into a map. */
export function createWorld() {
  const kept = new Map<string, Kept>()
  const inScope = (row: Row, scope: string) =>
    Object.entries(SCOPES[scope] as Partial<Row>).every(([key, value]) => row[key as keyof Row] === value)
  return {
    /** The rows of a batch as they are sent: those that replace lie in their scope. */
    rowsOf: ({ scope, rows }: Batch): Row[] =>
      scope === null ? rows : rows.map((row) => ({ ...row, ...SCOPES[scope] })),
    acknowledge({ source, dataset }: Place, scope: string | null, sent: Row[]) {
      const place = (key: string) => `${source} ${dataset} ${key}`
      if (scope !== null) {
        const keys = new Set(sent.map(({ key }) => place(key)))
        for (const [at, row] of kept)
          if (row.source === source && row.dataset === dataset && !keys.has(at) && inScope(row, scope))
            kept.delete(at)
      }
      for (const row of sent)
        if (row.deletes) kept.delete(place(row.key))
        else kept.set(place(row.key), { ...row, source, dataset })
    },
    /** Every line of a dataset, of the tenant that `ownerOf` says. */
    lines: (dataset: Dataset, ownerOf: (row: Kept) => number): (TestLine & { key: string })[] =>
      [...kept.values()]
        .filter((row) => row.dataset === dataset)
        .map((row) => {
          const { key, source, deletes: _, dataset: __, item, ...line } = row
          return {
            ...line,
            key: `${source} ${key}`,
            tenantId: ownerOf(row),
            itemNo: item[0],
            itemName: item[1],
          }
        }),
  }
}

export function asSent(dataset: Dataset, row: Row): Record<string, unknown> {
  const op = row.deletes ? { _op: 'delete' } : {}
  const [no, name] = row.item
  const common = { Year: row.year, Month: row.month, Currency: row.currency, ...op }
  const amount = money(BigInt(row.amountCents))
  const quantity = row.quantity / 1000
  return dataset === 'sales-history'
    ? {
        ...common,
        Id: row.key,
        'Client Code': row.clientCode,
        'Customer Name': row.customerName,
        'Item No': no,
        'Item Name': name,
        'Invoice No': row.invoiceNo,
        'Qty Sold': quantity,
        Amount: amount,
      }
    : {
        ...common,
        id: row.key,
        'Account Number': row.clientCode,
        Customer: row.customerName,
        Code: no,
        Prod_Name: name,
        SO: row.invoiceNo,
        'Qty Sent': quantity,
        Total: amount,
      }
}
