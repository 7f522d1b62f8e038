/** A product as its own endpoints answer it, for what else lists products; access is row-level security's. */
export { PRODUCT_COLUMNS, toProduct } from './product-row.ts'
