export { InvoiceShipment as default } from './begin-button.tsx'
