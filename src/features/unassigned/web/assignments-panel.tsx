import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Assignment } from '../contract.ts'
import { MoveFacts } from './move-facts.tsx'
import { assignmentsQuery, unassignedApi, undoQuery } from './unassigned-queries.ts'

/** Which clients were given to whom, and the way back. */
export function AssignmentsPanel({ onUndone }: { onUndone: () => Promise<void> }) {
  const t = useTranslations('unassigned')
  const formats = useFormats()
  const [undoing, setUndoing] = useState<Assignment | null>(null)
  const { data, error, refetch } = useQuery(assignmentsQuery)
  const kindName = (kind: string) => (t.has(`kinds.${kind}` as never) ? t(`kinds.${kind}` as never) : kind)
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  return (
    <Panel title={t('assignments')} flush busy={!data}>
      {data?.length === 0 && <EmptyState title={t('noAssignments')} />}
      <RecordList
        label={t('assignments')}
        items={(data ?? []).map((one) => ({
          key: one.id,
          title: t('given', { client: one.clientCode ?? one.clientName ?? '', tenant: one.tenant.name }),
          facts: [
            t('givenBy', { by: one.by, at: formats.dateTime(one.at) }),
            formats.list(
              Object.entries(one.moved).map(([kind, count]) => t('sum', { kind: kindName(kind), count })),
            ),
            ...(one.undoneAt
              ? [t('undoneBy', { by: one.undoneBy ?? '', at: formats.dateTime(one.undoneAt) })]
              : []),
          ],
          actions: one.undoable && (
            <Button variant="default" size="xs" onClick={() => setUndoing(one)}>
              {t('undo')}
            </Button>
          ),
        }))}
      />
      {undoing && (
        <UndoDialog
          assignment={undoing}
          onClose={() => setUndoing(null)}
          onUndone={async () => {
            setUndoing(null)
            await onUndone()
          }}
        />
      )}
    </Panel>
  )
}

type UndoProps = { assignment: Assignment; onUndone: () => Promise<void>; onClose: () => void }

function UndoDialog({ assignment: { id, clientCode, clientName, tenant }, onUndone, onClose }: UndoProps) {
  const t = useTranslations('unassigned')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  // Once it is taken back there is nothing to look at beforehand, whatever else is asked anew.
  const { data, error, isFetching } = useQuery({ ...undoQuery(id), enabled: !busy })
  const [failure, setFailure] = useState<unknown>(null)
  const client = clientCode ?? clientName ?? ''
  const undo = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await unassignedApi.undo({ id })
      toast.done(t('takenBack', { client, tenant: tenant.name }))
      await onUndone()
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
    }
  }
  const wrong = failure ?? error
  return (
    <Dialog
      opened
      title={t('undoTitle', { client, tenant: tenant.name })}
      size="xl"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button color="red" loading={busy} disabled={!data || isFetching} onClick={() => void undo()}>
            {t('undo')}
          </Button>
        </>
      }
    >
      <p>{t('undoText', { tenant: tenant.name })}</p>
      {wrong !== null && <p role="alert">{failureText(wrong)}</p>}
      {data ? <MoveFacts move={data} /> : !wrong && <p aria-busy="true">{t('counting')}</p>}
    </Dialog>
  )
}
