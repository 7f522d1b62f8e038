import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import type { Assignment } from '../contract.ts'
import { MoveFacts } from './move-facts.tsx'
import { assignmentsQuery, unassignedApi, undoQuery, useAssignmentsAddress } from './unassigned-queries.ts'

const MadeFacts = lazyComponent(() => import('./made-facts.tsx'))

/** Which clients were given to whom, and the way back. */
export function AssignmentsPanel({ onUndone }: { onUndone: () => Promise<void> }) {
  const t = useTranslations('unassigned')
  const records = useTranslations('ui.records')
  const address = useAssignmentsAddress()
  const columns = useColumns()
  const list = useCursorList(assignmentsQuery(address))
  const [undoing, setUndoing] = useState<Assignment | null>(null)
  return (
    <>
      <RecordPanel
        {...address}
        name="assignments"
        label={t('assignments')}
        placeholder={t('findAssignment')}
        columns={columns}
        rowKey={({ id }) => id}
        rowTitle={({ clientCode, clientName, tenant }) =>
          t('given', { client: clientCode ?? clientName ?? '', tenant: tenant.name })
        }
        actions={(one) => (one.undoable ? [{ label: t('undo'), onSelect: () => setUndoing(one) }] : [])}
        {...tableOf(list, t('notLoaded'))}
        empty={
          <EmptyState
            title={address.search === undefined ? t('noAssignments') : records('found', { count: 0 })}
          />
        }
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
    </>
  )
}

function useColumns(): readonly Column<Assignment>[] {
  const t = useTranslations('unassigned')
  const formats = useFormats()
  const kindName = (kind: string) => (t.has(`kinds.${kind}` as never) ? t(`kinds.${kind}` as never) : kind)
  return [
    {
      id: 'client',
      title: t('client'),
      cell: ({ clientCode, clientName }) => clientCode ?? clientName ?? '',
      fixed: true,
      narrow: true,
    },
    { id: 'tenant', title: t('tenant'), cell: ({ tenant }) => tenant.name, narrow: true },
    {
      id: 'moved',
      title: t('whatMoved'),
      cell: ({ moved }) =>
        formats.list(Object.entries(moved).map(([kind, count]) => t('sum', { kind: kindName(kind), count }))),
      sortable: false,
    },
    { id: 'by', title: t('by'), cell: ({ by }) => by, card: 'fact', narrow: true },
    { id: 'at', title: t('at'), cell: ({ at }) => formats.dateTime(at), card: 'fact' },
    {
      id: 'undone',
      title: t('undone'),
      cell: ({ undoneAt, undoneBy }) =>
        undoneAt ? t('undoneBy', { by: undoneBy ?? '', at: formats.dateTime(undoneAt) }) : DASH,
      sortable: false,
      wraps: true,
      card: 'fact',
    },
  ]
}

type UndoProps = { assignment: Assignment; onUndone: () => Promise<void>; onClose: () => void }

function UndoDialog({ assignment: { id, clientCode, clientName, tenant }, onUndone, onClose }: UndoProps) {
  const t = useTranslations('unassigned')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  // Once it is taken back there is nothing to look at beforehand, whatever else is asked anew.
  const { data, error, isFetching, refetch } = useQuery({ ...undoQuery(id), enabled: !busy })
  const [failure, setFailure] = useState<unknown>(null)
  const [confirmed, setConfirmed] = useState(false)
  const client = clientCode ?? clientName ?? ''
  const undo = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await unassignedApi.undo({ id, confirm: confirmed })
      toast.done(t('takenBack', { client, tenant: tenant.name }))
      await onUndone()
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
      void refetch()
    }
  }
  const wrong = failure ?? error
  const agreed = data !== undefined && (data.made.length === 0 || confirmed)
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
          <Button color="red" loading={busy} disabled={!agreed || isFetching} onClick={() => void undo()}>
            {t('undo')}
          </Button>
        </>
      }
    >
      <p>{t('undoText', { tenant: tenant.name })}</p>
      {wrong !== null && <Refusal>{failureText(wrong)}</Refusal>}
      {data ? <MoveFacts move={data} /> : !wrong && <p aria-busy="true">{t('counting')}</p>}
      {data && data.made.length > 0 && (
        <MadeFacts move={data} confirmed={confirmed} onConfirm={setConfirmed} />
      )}
    </Dialog>
  )
}
