/** What can be bought, for the form that buys it. */
export { catalogueQuery } from './catalogue-queries.ts'
/** For the way into the product's areas. */
export { catalogueNavigation } from './navigation.ts'
