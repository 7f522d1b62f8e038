/** `npm run test:faults` is the long form; in `npm test` the same code runs with small sizes and samples. */
export const LONG = process.env.PROOFS === 'long'

/** How much of it in this form. */
export const size = (short: number, long: number): number => (LONG ? long : short)
