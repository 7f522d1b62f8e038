import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { ClientDetail } from '../contract.ts'
import css from './clients.module.css'
import { clientQuery, clientsApi } from './clients-queries.ts'

/** Asks why a client is kept out, or let in again. */
export function SuspendDialog({ client, onClose }: { client: ClientDetail; onClose: () => void }) {
  const { id, name, suspendedAt, people } = client
  const t = useTranslations('clients')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const suspending = suspendedAt === null
  const act = async () => {
    setBusy(true)
    setWrong(null)
    try {
      await (suspending ? clientsApi.suspend({ id, reason }) : clientsApi.resume({ id, reason }))
      await queries.refetchQueries({ queryKey: clientQuery(id).queryKey })
      void queries.invalidateQueries({ queryKey: ['tenants'] })
      toast.done(t(suspending ? 'suspended' : 'resumed', { name }))
      onClose()
    } catch (fault) {
      setWrong(failureText(fault))
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      title={t(suspending ? 'suspendTitle' : 'resumeTitle', { name })}
      onClose={onClose}
      onSubmit={() => void act()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button
            type="submit"
            {...(suspending ? { color: 'red' } : {})}
            loading={busy}
            disabled={!reason.trim()}
          >
            {t(suspending ? 'suspendNow' : 'resumeNow')}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
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
      </div>
    </Dialog>
  )
}
