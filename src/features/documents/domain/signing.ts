import type { Category, LEGAL_TYPES, TYPES } from './vocabulary.ts'

/** What a signature on a legal document says: that it is accepted, or that it was received. */
export const SIGNINGS = ['agreement', 'notice'] as const
export type Signing = (typeof SIGNINGS)[number]

type Type = (typeof TYPES)[number]

/** Terms bind whoever accepts them; a privacy policy informs. */
const OF_TYPE: Record<(typeof LEGAL_TYPES)[number], Signing> = {
  msa: 'agreement',
  nda: 'agreement',
  dpa: 'agreement',
  sla: 'agreement',
  terms: 'agreement',
  privacy: 'notice',
}

/** Its type decides; of another type than the legal ones, its category. */
export const signingOf = ({ type, category }: { type: Type; category: Category }): Signing =>
  type in OF_TYPE ? OF_TYPE[type as keyof typeof OF_TYPE] : category === 'agreement' ? 'agreement' : 'notice'
