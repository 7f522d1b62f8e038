import { fetchedPart } from '../../../platform/web/fetched-part.ts'

/** With the first batch that is opened. */
export const BatchSheet = fetchedPart(() => import('./batch-sheet.tsx'))
export const IssueKeyDialog = fetchedPart(() =>
  import('./issue-key-dialog.tsx').then(({ IssueKeyDialog }) => ({ default: IssueKeyDialog })),
)
/** Of few installations: those that took batches in before marks were decided. */
export const AssumedMarksPanel = fetchedPart(() => import('./assumed-marks-panel.tsx'))

export const SourcesPanel = fetchedPart(() =>
  import('./sources-panel.tsx').then(({ SourcesPanel }) => ({ default: SourcesPanel })),
)
