import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AttachedFiles } from '../../../../platform/web/kit/attached-files.tsx'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { StorageNote } from '../../../storage/web/published.tsx'
import type { RequestDetail, RequestFile } from '../../request-contract.ts'
import { DOCUMENTS } from '../documents-queries.ts'
import { REQUESTS, requestsApi } from './requests-queries.ts'

/** What was sent, and the way to attach more; what was accepted goes into the library. */
export function RequestFiles({ detail: { request, files, can } }: { detail: RequestDetail }) {
  const t = useTranslations('documentRequests')
  const queries = useQueryClient()
  const { id, state } = request
  const attaches = can.includes('attach')
  return (
    <AttachedFiles
      title={t('files')}
      none={t(attaches ? 'noFiles' : 'nothingSent')}
      path={`/document-requests/${id}/files`}
      files={files}
      room={<StorageNote />}
      attaches={attaches}
      onRemove={
        state === 'open' && (attaches || can.includes('send'))
          ? (file) => requestsApi.detach({ id, fileId: file.id })
          : undefined
      }
      onChanged={() => queries.invalidateQueries({ queryKey: REQUESTS })}
      more={(file) => can.includes('file') && <InLibrary id={id} file={file} />}
    />
  )
}

function InLibrary({ id, file: { id: fileId, name, documentId } }: { id: number; file: RequestFile }) {
  const t = useTranslations('documentRequests')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  if (documentId !== null)
    return (
      <Link to="/admin/documents/$id" params={{ id: String(documentId) }}>
        {t('inLibrary')}
      </Link>
    )
  const file = async () => {
    setBusy(true)
    try {
      const added = await requestsApi.file({ id, fileId })
      void queries.invalidateQueries({ queryKey: REQUESTS })
      void queries.invalidateQueries({ queryKey: DOCUMENTS })
      await navigate({ to: '/admin/documents/$id', params: { id: String(added.documentId) } })
    } catch (failure) {
      toast.failed(failureText(failure))
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      size="compact-md"
      disabled={busy}
      aria-label={t('fileOne', { name })}
      onClick={() => void file()}
    >
      {t('file')}
    </Button>
  )
}
