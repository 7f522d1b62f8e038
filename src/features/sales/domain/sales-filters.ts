import * as z from 'zod'
import { fieldMessage } from '../../../platform/contract/field-message.ts'
import { Currency } from '../../../platform/contract/money.ts'
import { YEAR_MONTH } from '../../../platform/contract/patterns.ts'

/** Filters of the sales screens. Month and year act on totals, trend and top lists; the summary and the evolution keep their years (D2). */
export const salesFilter = {
  search: z.string().max(200).optional(),
  year: z.coerce.number().int().min(1900).max(2100).optional(),
  month: z.coerce.number().int().min(1).max(12).optional(),
  currency: Currency.optional(),
}

const { month: _, ...withoutMonth } = salesFilter
/** Of Sales Analytics: quarters in the place of months. */
export const analyticsFilter = {
  ...withoutMonth,
  quarter: z.coerce.number().int().min(1).max(4).optional(),
}

/** 2024-03 */
export const YearMonth = z.string().regex(YEAR_MONTH)

/** Both ends or neither, in their order; and nothing before 1900. */
export const inOrder = (periods: Record<string, unknown>, context: z.RefinementCtx) => {
  for (const [from, to] of [
    ['from', 'to'],
    ['againstFrom', 'againstTo'],
  ] as const) {
    const [first, last] = [periods[from], periods[to]] as (string | undefined)[]
    if ((first === undefined) !== (last === undefined) || (first && last && first > last))
      context.addIssue({ code: 'custom', path: [to], ...fieldMessage('bothEnds', { from, to }) })
  }
  // Compared with the year before, unless something else is named.
  if (String(periods.from) < '1901' && periods.againstFrom === undefined)
    context.addIssue({
      code: 'custom',
      path: ['againstFrom'],
      ...fieldMessage('nothingBefore'),
    })
}

/** Two tables of sales that are never added up together. */
const DATASETS = ['history', 'current'] as const
export type DatasetName = (typeof DATASETS)[number]

/** Which lines: those of a dataset, or of them those behind a figure. */
export const linesSelection = {
  dataset: z.enum(DATASETS).default('history'),
  ...salesFilter,
  /** Several years, both included, for a figure over a window of them; `year` goes first. */
  fromYear: salesFilter.year,
  toYear: salesFilter.year,
  quarter: analyticsFilter.quarter,
  /** From one month to another, both included. */
  from: YearMonth.optional(),
  to: YearMonth.optional(),
  /** `key` of a product in the lists. */
  product: z.string().max(500).optional(),
  /** Item No or Code, as it is. */
  code: z.string().max(100).optional(),
  /** Of each year, the months up to this one: what a comparison to date counts. */
  throughMonth: z.coerce.number().int().min(0).max(12).optional(),
  /** Display name of a customer. */
  customer: z.string().max(500).optional(),
  /** Of the comparison of `from` to `to` with `besideFrom` to `besideTo`: what its list has no row of its own for. */
  others: z.enum(['products', 'customers']).optional(),
  besideFrom: YearMonth.optional(),
  besideTo: YearMonth.optional(),
}

/** What a comparison has no rows for is known of two periods, and of the history. */
export const ofTwoPeriods = (
  ask: z.infer<z.ZodObject<typeof linesSelection>>,
  context: z.RefinementCtx,
): void => {
  if (ask.others === undefined) return
  for (const end of ['from', 'to', 'besideFrom', 'besideTo'] as const)
    if (ask[end] === undefined)
      context.addIssue({
        code: 'custom',
        path: [end],
        ...fieldMessage('twoPeriods'),
      })
  if (ask.dataset !== 'history')
    context.addIssue({ code: 'custom', path: ['dataset'], ...fieldMessage('ofHistory') })
}
