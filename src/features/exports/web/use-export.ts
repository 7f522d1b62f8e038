import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../platform/web/api/download.ts'
import type { SearchValues } from '../../../platform/web/api/query-string.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { type ExportKind, JOB_FROM } from '../contract.ts'
import { exportsApi, exportsQuery } from './exports-queries.ts'

export type ExportFormat = 'csv' | 'xlsx'

/** What can be exported: the filter as the kind's address takes it, and how many rows that selects. */
export type Exportable = { kind: ExportKind; filter: SearchValues; rows: number | null }

const ADDRESS: Record<ExportKind, string> = {
  orders: '/orders/export',
  invoices: '/invoices/export',
  'sales-lines': '/sales/lines/export',
  'sales-history': '/sales/history/export',
  'current-sales': '/sales/current/export',
  shipments: '/tracking/export',
  'purchase-orders': '/purchase-orders/export',
  users: '/admin/users/export',
  sessions: '/admin/sessions/export',
  clients: '/admin/tenants/export',
  batches: '/admin/batches/export',
  mails: '/admin/mails/export',
}

const TELL_EVERY_MS = 200

/** Every row of the filter as a file: streamed at once, or made beside the screen where it is large (G5). */
export function useExport() {
  const t = useTranslations('exports')
  const failureText = useFailureText()
  /** Bytes so far; null: none is under way. */
  const [received, setReceived] = useState<number | null>(null)
  const queries = useQueryClient()
  const [listOpen, setListOpen] = useState(false)
  const cancelling = useRef<AbortController | null>(null)

  /** Beside the screen: it goes on when the browser is closed. */
  const ask = async ({ kind, filter }: Exportable, format: ExportFormat) => {
    try {
      await exportsApi.start({ kind, input: { ...filter, format } })
      await queries.invalidateQueries({ queryKey: exportsQuery.queryKey })
      setListOpen(true)
    } catch (failure) {
      toast.failed(t('notExported', { reason: failureText(failure) }))
    }
  }
  const stream = async ({ kind, filter }: Exportable, format: ExportFormat) => {
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
      const fallback = `${kind}.${format}`
      const name = await downloadFile(ADDRESS[kind], { ...filter, format }, fallback, {
        signal: abort.signal,
        onProgress,
      })
      toast.done(t('saved', { name }))
    } catch (failure) {
      if (!abort.signal.aborted) toast.failed(t('notExported', { reason: failureText(failure) }))
    }
    setReceived(null)
  }
  return {
    received,
    start: (what: Exportable, format: ExportFormat) =>
      void (what.rows !== null && what.rows > JOB_FROM ? ask(what, format) : stream(what, format)),
    listOpen,
    openList: () => setListOpen(true),
    closeList: () => setListOpen(false),
    cancel: () => cancelling.current?.abort(),
  }
}
