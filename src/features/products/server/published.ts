/** What a price is for, in the unit of a line. */
export { pricePer } from '../domain/units.ts'
/** In how many weeks a class of products is usually made. */
export { usualWeeks } from '../domain/usual-terms.ts'
/** A product as its own endpoints answer it, for what else lists products; access is row-level security's. */
export { PRODUCT_COLUMNS, toProduct } from './product-row.ts'
