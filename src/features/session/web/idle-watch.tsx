import { Suspense } from 'react'
import { fetchedPart } from '../../../platform/web/fetched-part.ts'
import { useIdleLeft } from './idle-left.ts'

const IdleDialog = fetchedPart(() => import('./idle-dialog.tsx'))

/** Says in time that a session ends for want of anybody at it (J6). */
export function IdleWatch() {
  const left = useIdleLeft()
  if (left === null) return null
  return (
    <Suspense fallback={null}>
      <IdleDialog left={left} />
    </Suspense>
  )
}
