/** A lot as it stands on the lines of an order. */
export { LotCertificate } from './lot-certificate.tsx'
export { LotLink } from './lot-link.tsx'
