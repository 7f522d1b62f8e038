/** A lot as it stands on the lines of an order. */
export { LotLink } from './lot-link.tsx'
