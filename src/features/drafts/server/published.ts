/** For what is made of a draft. */
export { filesOfDraft } from './draft-files.ts'
export { removeDraft } from './own-drafts.ts'
/** For the job that takes away what nobody needs. */
export { sweepDrafts } from './sweep-drafts.ts'
