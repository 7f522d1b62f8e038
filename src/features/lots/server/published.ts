/** For a query over rows with a lot: how it stands with the certificate. */
export { certificateOf } from './lot-certificates.ts'
