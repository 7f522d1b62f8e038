/** A month of a year; `month` is 1 to 12. */
export type YearMonth = { year: number; month: number }

/** Months in one line of numbers, so that they can be counted. */
export const monthNumber = ({ year, month }: YearMonth): number => year * 12 + month - 1

export const monthOf = (number: number): YearMonth => ({
  year: Math.floor(number / 12),
  month: (number % 12) + 1,
})

export const isSameMonth = (one: YearMonth, other: YearMonth): boolean =>
  one.year === other.year && one.month === other.month

export const quarterOf = (month: number): number => Math.ceil(month / 3)

/** 2024-03, as addresses and the API write a month. */
export const readMonth = (text: string): YearMonth => ({
  year: Number(text.slice(0, 4)),
  month: Number(text.slice(5)),
})

export const monthText = (number: number): string => {
  const { year, month } = monthOf(number)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
}
