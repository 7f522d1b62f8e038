/** For the way into the product's areas. */
export { catalogueNavigation } from './navigation.ts'
