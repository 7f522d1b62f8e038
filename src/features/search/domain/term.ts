import { searchFold } from '../../../platform/domain/search-fold.ts'

export const LONGEST_TERM = 200

/** Below three letters or digits in a row, as they are compared, no index knows parts of a word: then whole numbers alone are looked for. */
export const hasParts = (term: string): boolean => /[\p{L}\p{N}]{3}/u.test(searchFold(term))
