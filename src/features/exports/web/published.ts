import { fetchedPart } from '../../../platform/web/fetched-part.ts'

export { JOB_FROM } from '../contract.ts'
export { exportsApi, exportsQuery } from './exports-queries.ts'

/** The user's exports; loaded when it is opened. */
export const ExportsSheet = fetchedPart(() => import('./exports-sheet.tsx'))
