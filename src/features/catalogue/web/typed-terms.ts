import { readTyped } from '../../../platform/web/format/typed-number.ts'

/** Null: nothing is typed. */
export const figure = (text: string) => (text.trim() === '' ? null : Number(readTyped(text) ?? Number.NaN))
export const isWeeks = (weeks: number) => Number.isInteger(weeks) && weeks > 0 && weeks <= 520
export const isQuantity = (quantity: number) => quantity >= 0.001 && quantity <= 999_999_999
