import { lazyComponent } from '../../../platform/web/lazy-component.ts'

/** With the first batch that is opened. */
export const BatchSheet = lazyComponent(() => import('./batch-sheet.tsx'))
export const IssueKeyDialog = lazyComponent(() =>
  import('./issue-key-dialog.tsx').then(({ IssueKeyDialog }) => ({ default: IssueKeyDialog })),
)
/** Of few installations: those that took batches in before marks were decided. */
export const AssumedMarksPanel = lazyComponent(() => import('./assumed-marks-panel.tsx'))

export const SourcesPanel = lazyComponent(() =>
  import('./sources-panel.tsx').then(({ SourcesPanel }) => ({ default: SourcesPanel })),
)
