import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { filterAndSort } from '../../../platform/web/table/client-side-list.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import type { FeedExpectation } from '../contract.ts'
import { expectationsQuery, upstreamApi } from './upstream-queries.ts'
import { useKindName } from './use-kind-name.ts'

/** When each kind of rows came last, and when the next is expected (B8). */
export function FeedsPanel() {
  const t = useTranslations('upstream')
  const records = useTranslations('ui.records')
  const language = useLocale()
  const kindName = useKindName()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(expectationsQuery)
  const [changing, setChanging] = useState<FeedExpectation | null>(null)
  const columns = useColumns()
  const address = useListAddress('feeds', ['kind', 'lastBatchAt', 'hours'], '-lastBatchAt')
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  const words = ({ kind }: FeedExpectation) => kindName(kind)
  return (
    <>
      <RecordPanel
        {...address}
        name="feeds"
        label={t('feeds')}
        note={t('feedsNote')}
        columns={columns}
        rows={filterAndSort(data ?? [], columns, { ...address, language, words })}
        loading={!data}
        rowKey={({ kind }) => kind}
        rowTitle={words}
        actions={(feed) => [{ label: t('changeInterval'), onSelect: () => setChanging(feed) }]}
        empty={<EmptyState title={records('found', { count: 0 })} />}
      />
      {changing && (
        <IntervalDialog
          feed={changing}
          onDone={() => {
            setChanging(null)
            void queries.invalidateQueries({ queryKey: ['upstream'] })
            void queries.invalidateQueries({ queryKey: ['feeds'] })
          }}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  )
}

function useColumns(): readonly Column<FeedExpectation>[] {
  const t = useTranslations('upstream')
  const formats = useFormats()
  const kindName = useKindName()
  return [
    {
      id: 'kind',
      title: t('kind'),
      cell: ({ kind }) => kindName(kind),
      by: ({ kind }) => kindName(kind),
      fixed: true,
    },
    {
      id: 'lastBatchAt',
      title: t('newestBatch'),
      cell: ({ lastBatchAt }) => (lastBatchAt ? formats.dateTime(lastBatchAt) : t('neverCame')),
      by: ({ lastBatchAt }) => lastBatchAt,
      card: 'fact',
    },
    {
      id: 'hours',
      title: t('expected'),
      cell: ({ hours }) =>
        hours === null
          ? t('expectedWhenever')
          : t('expectedEvery', { interval: formats.duration(hours * 3600) }),
      by: ({ hours }) => hours,
      card: 'fact',
    },
  ]
}

type IntervalProps = { feed: FeedExpectation; onDone: () => void; onClose: () => void }

function IntervalDialog({ feed: { kind, hours }, onDone, onClose }: IntervalProps) {
  const t = useTranslations('upstream')
  const kindName = useKindName()
  const [text, setText] = useState(hours === null ? '' : String(hours))
  const save = async () => {
    const wanted = text.trim() === '' ? null : Number(text)
    if (wanted !== null && !(Number.isInteger(wanted) && wanted >= 1 && wanted <= 8784)) return t('notHours')
    await upstreamApi.expect({ kind, hours: wanted })
    toast.done(t('intervalSaved', { kind: kindName(kind) }))
    onDone()
    return undefined
  }
  return (
    <FormDialog
      title={t('intervalTitle', { kind: kindName(kind) })}
      submit={t('save')}
      onSubmit={save}
      onClose={onClose}
    >
      {(wrong) => (
        <TextField
          label={t('hours')}
          description={t('hoursText')}
          inputMode="numeric"
          data-autofocus
          value={text}
          error={wrong}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
