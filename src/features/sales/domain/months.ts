/** A month of a year; `month` is 1 to 12. */
export type YearMonth = { year: number; month: number }

/** Months in one line of numbers, so that they can be counted. */
export const monthNumber = ({ year, month }: YearMonth): number => year * 12 + month - 1

export const monthOf = (number: number): YearMonth => ({
  year: Math.floor(number / 12),
  month: (number % 12) + 1,
})

export const quarterOf = (month: number): number => Math.ceil(month / 3)
