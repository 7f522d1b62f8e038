import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { ClientDetail } from '../contract.ts'
import { clientQuery, clientsApi } from './clients-queries.ts'

/** Asks why a client is kept out, or let in again. */
export function SuspendDialog({ client, onClose }: { client: ClientDetail; onClose: () => void }) {
  const { id, name, suspendedAt, people } = client
  const t = useTranslations('clients')
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const suspending = suspendedAt === null
  const act = async () => {
    await (suspending ? clientsApi.suspend({ id, reason }) : clientsApi.resume({ id, reason }))
    await queries.refetchQueries({ queryKey: clientQuery(id).queryKey })
    void queries.invalidateQueries({ queryKey: ['tenants'] })
    toast.done(t(suspending ? 'suspended' : 'resumed', { name }))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t(suspending ? 'suspendTitle' : 'resumeTitle', { name })}
      submit={t(suspending ? 'suspendNow' : 'resumeNow')}
      danger={suspending}
      ready={reason.trim() !== ''}
      onSubmit={act}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <p>{t(suspending ? 'suspendText' : 'resumeText', { count: people })}</p>
          <TextField
            label={t('reason')}
            description={t('reasonText')}
            data-autofocus
            maxLength={500}
            value={reason}
            error={wrong}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
