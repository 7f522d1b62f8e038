/** A text as it is compared where letter case and accents say nothing: "Éva" is "eva". */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
