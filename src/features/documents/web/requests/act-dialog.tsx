import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { REQUEST_RULES, type RequestAct } from '../../domain/request-rules.ts'
import type { DocumentRequest } from '../../request-contract.ts'
import { REQUESTS, requestsApi } from './requests-queries.ts'

type ActDialogProps = { request: DocumentRequest; act: RequestAct; onClose: () => void }

/** Takes a step, with a word on why where the other side must know. */
export function ActDialog({ request: { id, version }, act, onClose }: ActDialogProps) {
  const t = useTranslations('documentRequests')
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const needed = REQUEST_RULES[act].reason
  const submit = async () => {
    const step = { id, version, ...(note.trim() && { note }) }
    try {
      if (act === 'send') await requestsApi.send(step)
      else await requestsApi.decide({ ...step, act })
    } finally {
      // Also after a refusal: somebody else took a step first.
      await queries.invalidateQueries({ queryKey: REQUESTS })
    }
    toast.done(t(`said.${act}`))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t(`titles.${act}`)}
      submit={t(`acts.${act}`)}
      ready={!needed || note.trim() !== ''}
      danger={act === 'withdraw'}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t(`texts.${act}`)}</p>
      <Textarea
        label={t(needed ? 'reason' : 'note')}
        value={note}
        maxLength={2000}
        autosize
        minRows={3}
        maxRows={10}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
