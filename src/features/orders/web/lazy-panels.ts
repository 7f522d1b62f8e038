import { lazyComponent } from '../../../platform/web/lazy-component.ts'

/** Of administrators alone: nobody else's screen fetches it. */
export const StatusesPanel = lazyComponent(() => import('./statuses-panel.tsx'))
