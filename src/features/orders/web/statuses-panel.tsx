import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { filterAndSort } from '../../../platform/web/table/client-side-list.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import { type DecidedStatus, ORDER_STATUSES } from '../contract.ts'
import { api, statusesQuery } from './orders-queries.ts'
import { useStatusName } from './use-status-name.ts'

/** Statuses that upstream writes and the portal does not know: how many orders have them, and what they mean (J3). */
export default function StatusesPanel() {
  const t = useTranslations('orders.unknownStatuses')
  const records = useTranslations('ui.records')
  const language = useLocale()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(statusesQuery)
  const [deciding, setDeciding] = useState<DecidedStatus | null>(null)
  const textOf = useText()
  const columns = useColumns()
  const address = useListAddress('statuses', ['text', 'count', 'meaning'], '-count')
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  return (
    <>
      <RecordPanel
        {...address}
        name="statuses"
        label={t('title')}
        note={t('note')}
        columns={columns}
        rows={filterAndSort(data ?? [], columns, { ...address, language, words: textOf })}
        loading={!data}
        rowKey={({ status }) => status}
        rowTitle={textOf}
        actions={(one) => [{ label: t('decide'), onSelect: () => setDeciding(one) }]}
        empty={<EmptyState title={data?.length ? records('found', { count: 0 }) : t('none')} />}
      />
      {deciding && (
        <MeaningDialog
          one={deciding}
          onDone={() => {
            setDeciding(null)
            void queries.invalidateQueries({ queryKey: ['orders'] })
          }}
          onClose={() => setDeciding(null)}
        />
      )}
    </>
  )
}

function useText(): (one: DecidedStatus) => string {
  const t = useTranslations('orders.unknownStatuses')
  return ({ text, status }) => text?.trim() || status || t('empty')
}

function useMeaning(): (meaning: DecidedStatus['meaning']) => string {
  const t = useTranslations('orders.unknownStatuses')
  const statusName = useStatusName()
  return (meaning) =>
    meaning === null ? t('undecided') : meaning === 'none' ? t('noneOfThem') : statusName(meaning)
}

function useColumns(): readonly Column<DecidedStatus>[] {
  const t = useTranslations('orders.unknownStatuses')
  const formats = useFormats()
  const textOf = useText()
  const meaningOf = useMeaning()
  return [
    { id: 'text', title: t('status'), cell: textOf, by: textOf, fixed: true },
    {
      id: 'count',
      title: t('orders'),
      cell: ({ count }) => formats.count(count),
      by: ({ count }) => count,
      align: 'end',
      card: 'fact',
    },
    {
      id: 'meaning',
      title: t('meaning'),
      cell: ({ meaning, decidedBy, decidedAt }) =>
        decidedBy && decidedAt
          ? t('decidedBy', { meaning: meaningOf(meaning), by: decidedBy, at: formats.dateTime(decidedAt) })
          : meaningOf(meaning),
      by: ({ meaning }) => meaningOf(meaning),
      card: 'fact',
    },
  ]
}

type MeaningProps = { one: DecidedStatus; onDone: () => void; onClose: () => void }

function MeaningDialog({ one, onDone, onClose }: MeaningProps) {
  const t = useTranslations('orders.unknownStatuses')
  const textOf = useText()
  const meaningOf = useMeaning()
  const [meaning, setMeaning] = useState<string>(one.meaning ?? '')
  const save = async () => {
    await api.decideStatus({
      status: one.status,
      meaning: (meaning || null) as DecidedStatus['meaning'],
      version: one.version,
    })
    toast.done(t('decided', { status: textOf(one) }))
    onDone()
    return undefined
  }
  return (
    <FormDialog
      title={t('decideTitle', { status: textOf(one) })}
      submit={t('save')}
      onSubmit={save}
      onClose={onClose}
    >
      <ChoiceField
        label={t('meaning')}
        description={t('decideText', { count: one.count })}
        path="meaning"
        data-autofocus
        value={meaning}
        data={[
          { value: '', label: meaningOf(null) },
          { value: 'none', label: meaningOf('none') },
          ...ORDER_STATUSES.map((status) => ({ value: status, label: meaningOf(status) })),
        ]}
        onChange={(event) => setMeaning(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
