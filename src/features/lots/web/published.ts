/** A lot as it stands on the lines of an order, and the field of a form that names one. */
export { CertificateBell } from './certificate-bell.tsx'
export { LotCertificate } from './lot-certificate.tsx'
export { LotField } from './lot-field.tsx'
export { LotLink } from './lot-link.tsx'
