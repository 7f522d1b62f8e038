import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { Whose } from './storage-queries.ts'

const Note = lazyComponent(() => import('./storage-note.tsx'))
const Panel = lazyComponent(() => import('./quota-panel.tsx'))

/** Beside what adds files. */
export const StorageNote = () => (
  <Suspense>
    <Note />
  </Suspense>
)

/** On the pages of a client and of a person. */
export const QuotaPanel = ({ whose }: { whose: Whose }) => (
  <Suspense fallback={<Skeleton height={200} />}>
    <Panel whose={whose} />
  </Suspense>
)
