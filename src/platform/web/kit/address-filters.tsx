import { useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '../lazy-component.ts'
import type { IgnoredParams } from '../url/ignored-params.ts'
import { FilterBar } from './filters.tsx'

type AddressFiltersProps = {
  /** What the filters select. */
  note?: ReactNode
  /** What those filters are called that the address may ask for in vain; one without a name is called as there. */
  names: Readonly<Record<string, string>>
  children: ReactNode
}

// Hardly anybody ever sees it.
const IgnoredParamsNote = lazyComponent(() => import('./ignored-params-note.tsx'))

/** The filters of a screen that reads them from its address, and below them what of the address was not understood. */
export function AddressFilters({ names, ...bar }: AddressFiltersProps) {
  const { ignoredParams } = useSearch({ strict: false }) as { ignoredParams?: IgnoredParams }
  return (
    <>
      <FilterBar {...bar} />
      {ignoredParams && (
        <Suspense fallback={null}>
          <IgnoredParamsNote ignoredParams={ignoredParams} names={names} />
        </Suspense>
      )}
    </>
  )
}
