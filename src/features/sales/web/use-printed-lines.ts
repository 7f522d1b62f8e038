import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { AnySalesLine } from '../contract.ts'
import type { LinesFilter } from './figure.ts'
import { firstLinesQuery } from './sales-queries.ts'

/** As many as the API gives at once; the export has every line. */
const MOST_PRINTED = 1000

/**
 * What is printed of a figure's lines: not the first page alone, but up to a thousand, which are loaded before. The browser's
 * own key for printing does the same.
 */
export function usePrintedLines(behind: LinesFilter, total: number | null) {
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [rows, setRows] = useState<AnySalesLine[] | null>(null)
  const [preparing, setPreparing] = useState(false)
  const asked = useRef(false)
  const print = useCallback(async () => {
    if (asked.current || !total) return
    asked.current = true
    setPreparing(true)
    try {
      setRows((await queries.fetchQuery(firstLinesQuery(behind, MOST_PRINTED))).items)
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    asked.current = false
    setPreparing(false)
  }, [queries, failureText, behind, total])
  // When they stand there; the list is what it was once they are printed.
  useEffect(() => {
    if (!rows) return
    const frame = requestAnimationFrame(() => {
      window.print()
      setRows(null)
    })
    return () => cancelAnimationFrame(frame)
  }, [rows])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || event.altKey || event.shiftKey) return
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      void print()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [print])
  return { rows, preparing, print: () => void print() }
}
