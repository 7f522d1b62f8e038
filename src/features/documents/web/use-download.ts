import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../platform/web/api/download.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'

/** A file of a document, saved under its own name; what went wrong is said. */
export function useDownload(id: number, title: string, version?: number) {
  const t = useTranslations('documents')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    if (busy) return
    setBusy(true)
    try {
      const path =
        version === undefined ? `/documents/${id}/file` : `/documents/${id}/versions/${version}/file`
      toast.done(t('downloaded', { name: await downloadFile(path, {}, title) }))
    } catch (failure) {
      toast.failed(t('notDownloaded', { title, reason: failureText(failure) }))
    }
    setBusy(false)
  }
  return { busy, download: () => void download() }
}
