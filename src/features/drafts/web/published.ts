/** For the app, which hands it to the forms. */
export { drafts } from './draft-store.ts'
