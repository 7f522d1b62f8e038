/** What is usual for the classes of products, and who says so since when. */
export { readClassTerms } from './class-terms.ts'
/** A product as its own endpoints answer it, for what else lists products; access is row-level security's. */
export { PRODUCT_COLUMNS, toProduct } from './product-row.ts'
