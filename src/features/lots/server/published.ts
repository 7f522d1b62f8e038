/** For a query over rows with a lot: how it stands with the certificate, and whether the asker waits for it. */
export { certificateOf, wishOf } from './lot-certificates.ts'
