import { fetchedPart } from '../../../platform/web/fetched-part.ts'

/** Of few installations: those that took batches in before marks were decided. */
export const AssumedMarksPanel = fetchedPart(() => import('./assumed-marks-panel.tsx'))
