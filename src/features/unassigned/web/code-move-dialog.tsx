import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { TenantClient } from '../contract.ts'
import { MoveFacts } from './move-facts.tsx'
import { codeMoveQuery, unassignedApi } from './unassigned-queries.ts'

const MadeFacts = lazyComponent(() => import('./made-facts.tsx'))

type MoveProps = {
  id: number
  name: string
  client: TenantClient
  act: 'add' | 'remove'
  onDone: () => void
  onClose: () => void
}

/** Rows, sums and dates that move with a code, then the move itself. */
export function CodeMoveDialog({ id, name: tenant, client, act, onDone, onClose }: MoveProps) {
  const t = useTranslations('unassigned')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({ ...codeMoveQuery(id, client), enabled: !busy })
  const [failure, setFailure] = useState<unknown>(null)
  const [confirmed, setConfirmed] = useState(false)
  const { sourceId, clientCode, clientName } = client
  const code = clientCode ?? clientName ?? ''
  const wrong = failure ?? error
  const agreed = data !== undefined && (data.made.length === 0 || confirmed)
  const move = async () => {
    if (!data) return
    setBusy(true)
    setFailure(null)
    try {
      const input = { id, sourceId, clientCode, clientName, rows: data.client.rows }
      await (act === 'add'
        ? unassignedApi.addToTenant(input)
        : unassignedApi.takeFromTenant({ ...input, confirm: confirmed }))
      toast.done(t(act === 'add' ? 'codeAdded' : 'takenBack', { client: code, tenant }))
      onDone()
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
      void refetch()
    }
  }
  return (
    <Dialog
      opened
      title={t(act === 'add' ? 'giveTitle' : 'undoTitle', { client: code, tenant })}
      size="xl"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button
            {...(act === 'remove' ? { color: 'red' } : {})}
            loading={busy}
            disabled={!agreed || isFetching}
            onClick={() => void move()}
          >
            {act === 'add' ? t('assignTo', { tenant }) : t('undo')}
          </Button>
        </>
      }
    >
      <p>{t(act === 'add' ? 'follows' : 'undoText', { tenant })}</p>
      {wrong !== null && <Refusal>{failureText(wrong)}</Refusal>}
      {!data && !wrong && <p aria-busy="true">{t('counting')}</p>}
      {data && (data.client.rows > 0 ? <MoveFacts move={data} /> : <p>{t('noRowsMove')}</p>)}
      {data && data.made.length > 0 && (
        <MadeFacts move={data} confirmed={confirmed} onConfirm={setConfirmed} />
      )}
    </Dialog>
  )
}
