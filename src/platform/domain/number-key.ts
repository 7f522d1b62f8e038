/**
 * What two ways of typing an item code or a PO number have in common: letter case, spaces and the width of letters do not tell them
 * apart. The same rule as portal.number_key; a test compares them.
 */
export const numberKey = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toLowerCase()
