/** A lot as it stands on the lines of an order. */
export { CertificateBell } from './certificate-bell.tsx'
export { LotCertificate } from './lot-certificate.tsx'
export { LotLink } from './lot-link.tsx'
