import { Suspense } from 'react'
import { shownAsOf } from '../../contract/shown-file.ts'
import { lazyComponent } from '../lazy-component.ts'
import type { AttachedViewProps } from './attached-view-part.tsx'

const Part = lazyComponent(() => import('./attached-view-part.tsx'))

/** An attached file as it can be seen without opening it, where it can; what is not clean is not shown. */
export function AttachedView(file: AttachedViewProps) {
  const { name, scan = null } = file
  if (shownAsOf(name) === undefined || (scan !== null && scan !== 'clean')) return null
  return (
    <Suspense fallback={null}>
      <Part {...file} />
    </Suspense>
  )
}
