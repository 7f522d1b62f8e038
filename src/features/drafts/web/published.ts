/** For the app, which hands it to the forms. */
export { draftStore } from './draft-store.ts'
