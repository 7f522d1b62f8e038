import { readNumber } from '../../domain/number-grammar.ts'

/** "Total", "Sous-total: " and the like alone in the cell, or "Total for …", in any letter case (J2). */
const SUM_WORDS = /^(?:(?:total|sub-?total|sous-total|zwischensumme|summe|suma)\s*:?|total for .+)$/i
const FIRST_LETTERS = /^[tsz]/i

/** What a cell says, without blanks around it; numbers of workbooks and JSON as their digits. */
export const cellText = (cell: unknown): string =>
  typeof cell === 'string' ? cell.trim() : cell === null || cell === undefined ? '' : String(cell)

/** Enough to name a line, and to match it: what a pattern costs grows with the text. */
const MOST_CHARACTERS = 200

/** The filled cells of a row, a blank between them, cut at 200 characters. */
export const rowText = (cells: readonly unknown[]): string =>
  cells
    .map(cellText)
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, MOST_CHARACTERS)

/** The place of the first filled cell; -1 where there is none. */
export function firstFilled(cells: readonly unknown[]): number {
  return cells.findIndex((cell) => cellText(cell) !== '')
}

/** Whether only numbers stand behind the first filled cell. */
function hasOnlyNumbersBehind(cells: readonly unknown[], first: number): boolean {
  for (let at = first + 1; at < cells.length; at++) {
    const text = cellText(cells[at])
    if (text !== '' && typeof cells[at] !== 'number' && !readNumber(text, '.').ok) return false
  }
  return true
}

/** Whether a line that the sender calls no row has sums to compare: a number behind its first filled cell, and nothing else there. */
export function hasSums(cells: readonly unknown[]): boolean {
  const first = firstFilled(cells)
  return hasOnlyNumbersBehind(cells, first) && cells.slice(first + 1).some((cell) => cellText(cell) !== '')
}

/** A line that holds sums instead of a row: one of the known words first, and nothing but numbers behind it. */
export function isSumLine(cells: readonly unknown[]): boolean {
  const first = firstFilled(cells)
  const text = cellText(cells[first])
  return FIRST_LETTERS.test(text) && SUM_WORDS.test(text) && hasOnlyNumbersBehind(cells, first)
}

/** The text of a line in which the first cell alone is filled: the heading of the group below it. */
export function groupText(cells: readonly unknown[]): string | undefined {
  const text = cellText(cells[0])
  return text !== '' && cells.every((cell, at) => at === 0 || cellText(cell) === '') ? text : undefined
}
