import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../platform/web/api/download.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { OrdersFilter } from './orders-search.ts'

export type ExportFormat = 'csv' | 'xlsx'

const TELL_EVERY_MS = 200

/** Fetches every order of the filter as a file; it goes on while one works on other screens. */
export function useExport(filter: OrdersFilter) {
  const t = useTranslations('orders')
  const failureText = useFailureText()
  /** Bytes so far; null: none is under way. */
  const [received, setReceived] = useState<number | null>(null)
  const cancelling = useRef<AbortController | null>(null)

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
    start: (format: ExportFormat) => void start(format),
    cancel: () => cancelling.current?.abort(),
  }
}
