import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page before this one in the browser's history is the same screen without the lines. */
    linesOpenedHere?: boolean
  }
}

type Search = { lines?: string | undefined }

/**
 * The figure whose lines are open, as the address names it (`write`, `read`). Opening is a step in the browser's history, so that the back key closes; closing
 * gives the focus back to the figure.
 */
export function useOpenFigure<Figure>(
  read: (lines: string | undefined) => Figure | null,
  write: (figure: Figure) => string,
) {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const router = useRouter()
  const opener = useRef<Element | null>(null)
  const figure = read(search.lines)
  const isOpen = figure !== null
  const wasOpen = useRef(isOpen)

  const show = useCallback(
    (lines: string | undefined, replace: boolean) =>
      void navigate({
        to: '.',
        search: ({ lines: _, ...rest }: Search) => (lines ? { ...rest, lines } : rest),
        state: { linesOpenedHere: !replace },
        replace,
        resetScroll: false,
      } as never),
    [navigate],
  )
  const open = useCallback(
    (next: Figure) => {
      opener.current = document.activeElement
      show(write(next), false)
    },
    [show, write],
  )
  const close = useCallback(() => {
    if (router.state.location.state.linesOpenedHere) router.history.back()
    else show(undefined, true)
  }, [router, show])

  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      const place = opener.current?.isConnected ? opener.current : document.getElementById('main')
      ;(place as HTMLElement | SVGElement | null)?.focus({ preventScroll: true })
    }
    wasOpen.current = isOpen
  }, [isOpen])

  return { figure, open, close }
}
