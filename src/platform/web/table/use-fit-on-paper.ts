import { type RefObject, useLayoutEffect } from 'react'

/** In pixels: A4 between the margins of a printer. Letter is wider. */
const PAPER = 680
/** More than its words need at least, so that not every one of them stands on a line of its own. */
const ROOM = 1.25
/** What is smaller nobody reads. */
const LEAST = 0.45

/** While it is printed, a table that is wider than the paper is drawn smaller: no column is cut off. */
export function useFitOnPaper(table: RefObject<HTMLTableElement | null>, printing: boolean) {
  useLayoutEffect(() => {
    const { current } = table
    if (!printing || !current) return
    current.dataset.measured = ''
    const needed = current.offsetWidth * ROOM
    delete current.dataset.measured
    current.style.setProperty('--fit', Math.max(LEAST, Math.min(1, PAPER / needed)).toFixed(3))
    return () => void current.style.removeProperty('--fit')
  }, [table, printing])
}
