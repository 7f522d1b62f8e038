import { lazy } from 'react'

export { JOB_FROM } from '../contract.ts'
export { exportsApi, exportsQuery } from './exports-queries.ts'

/** The user's exports; loaded when it is opened. */
export const ExportsSheet = lazy(() => import('./exports-sheet.tsx'))
