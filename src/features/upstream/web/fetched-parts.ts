import { fetchedPart } from '../../../platform/web/fetched-part.ts'

/** With the first batch that is opened. */
export const BatchSheet = fetchedPart(() => import('./batch-sheet.tsx'))
/** Of few installations: those that took batches in before marks were decided. */
export const AssumedMarksPanel = fetchedPart(() => import('./assumed-marks-panel.tsx'))

export const KeysPanel = fetchedPart(() =>
  import('./keys-panel.tsx').then(({ KeysPanel }) => ({ default: KeysPanel })),
)
export const SourcesPanel = fetchedPart(() =>
  import('./sources-panel.tsx').then(({ SourcesPanel }) => ({ default: SourcesPanel })),
)
