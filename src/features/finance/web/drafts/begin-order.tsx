export { InvoiceOrder as default } from './begin-button.tsx'
