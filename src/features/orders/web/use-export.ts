import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../platform/web/api/download.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { exportsApi, exportsQuery, JOB_FROM } from '../../exports/web/published.ts'
import type { OrdersFilter } from './orders-search.ts'

export type ExportFormat = 'csv' | 'xlsx'

const TELL_EVERY_MS = 200

/** Every order of the filter as a file: streamed at once, or made beside the screen where it is large (G5). */
export function useExport(filter: OrdersFilter, rows: number | null) {
  const t = useTranslations('orders')
  const failureText = useFailureText()
  /** Bytes so far; null: none is under way. */
  const [received, setReceived] = useState<number | null>(null)
  const queries = useQueryClient()
  const [listOpen, setListOpen] = useState(false)
  const cancelling = useRef<AbortController | null>(null)

  /** Beside the screen: it goes on when the browser is closed. */
  const ask = async (format: ExportFormat) => {
    try {
      await exportsApi.start({ kind: 'orders', input: { ...filter, format } as never })
      await queries.invalidateQueries({ queryKey: exportsQuery.queryKey })
      setListOpen(true)
    } catch (failure) {
      toast.failed(t('exportFailed', { reason: failureText(failure) }))
    }
  }
  const start = async (format: ExportFormat) => {
    const abort = new AbortController()
    cancelling.current = abort
    setReceived(0)
    let told = 0
    const onProgress = (bytes: number) => {
      const now = performance.now()
      if (now - told < TELL_EVERY_MS) return
      told = now
      setReceived(bytes)
    }
    try {
      const fallback = `${t('file')}.${format}`
      const name = await downloadFile('/orders/export', { ...filter, format }, fallback, {
        signal: abort.signal,
        onProgress,
      })
      toast.done(t('exported', { name }))
    } catch (failure) {
      if (!abort.signal.aborted) toast.failed(t('exportFailed', { reason: failureText(failure) }))
    }
    setReceived(null)
  }
  return {
    received,
    start: (format: ExportFormat) => void (rows !== null && rows > JOB_FROM ? ask(format) : start(format)),
    listOpen,
    openList: () => setListOpen(true),
    closeList: () => setListOpen(false),
    cancel: () => cancelling.current?.abort(),
  }
}
