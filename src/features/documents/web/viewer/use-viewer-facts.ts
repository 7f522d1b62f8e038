import { useEffect, useState } from 'react'
import type { Viewer } from './open-pdf.ts'

export type ViewerFacts = {
  page: number
  /** 1 = as printed. */
  scale: number
  found: { current: number; total: number } | null
}

type FindEvent = { matchesCount: { current: number; total: number }; state?: number }
const PENDING = 3

/** Page, size and hits, as the viewer tells of them. */
export function useViewerFacts(viewer: Viewer | undefined): ViewerFacts {
  const [facts, setFacts] = useState<ViewerFacts>({ page: 1, scale: 1, found: null })
  useEffect(() => {
    if (!viewer) return
    const { eventBus } = viewer
    const note = (some: Partial<ViewerFacts>) => setFacts((before) => ({ ...before, ...some }))
    const onPage = ({ pageNumber }: { pageNumber: number }) => note({ page: pageNumber })
    const onScale = ({ scale }: { scale: number }) => note({ scale })
    const onFound = ({ matchesCount, state }: FindEvent) => {
      if (state !== PENDING) note({ found: matchesCount })
    }
    eventBus.on('pagechanging', onPage)
    eventBus.on('scalechanging', onScale)
    eventBus.on('updatefindcontrolstate', onFound)
    eventBus.on('updatefindmatchescount', onFound)
    return () => {
      eventBus.off('pagechanging', onPage)
      eventBus.off('scalechanging', onScale)
      eventBus.off('updatefindcontrolstate', onFound)
      eventBus.off('updatefindmatchescount', onFound)
    }
  }, [viewer])
  return facts
}
