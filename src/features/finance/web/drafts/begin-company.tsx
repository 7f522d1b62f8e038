export { InvoiceCompany as default } from './begin-button.tsx'
