import { fetchedPart } from '../../../platform/web/fetched-part.ts'

/** Of administrators alone: nobody else's screen fetches it. */
export const StatusesPanel = fetchedPart(() => import('./statuses-panel.tsx'))
