/** `npm run test:faults` is the long form; `npm run test:all` runs the same code with small sizes. */
export const LONG = process.env.PROOFS === 'long'

/** How much of it in this form. */
export const size = (short: number, long: number): number => (LONG ? long : short)
