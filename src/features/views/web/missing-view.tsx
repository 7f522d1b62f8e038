import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { NO_VIEW } from '../../../platform/web/url/read-search.ts'
import type { SavedView } from '../contract.ts'
import { namesOf } from './use-views.ts'
import { viewsQuery } from './views-queries.ts'

const MissingViewNote = lazyComponent(() => import('./missing-view-note.tsx'))

/** Of an address that names a view and nothing else: without its view, the screen shows everything. */
export function MissingView({ screen }: { screen: SavedView['screen'] }) {
  const { data: views } = useQuery(viewsQuery(screen))
  const search = useSearch({ strict: false }) as { view?: string }
  const { view } = search
  if (
    !views ||
    !view ||
    view === NO_VIEW ||
    namesOf(search).length > 1 ||
    views.some(({ id }) => String(id) === view)
  )
    return null
  return (
    <Suspense fallback={null}>
      <MissingViewNote view={view} />
    </Suspense>
  )
}
