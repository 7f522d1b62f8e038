import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { FeedExpectation } from '../contract.ts'
import { expectationsQuery, upstreamApi } from './upstream-queries.ts'
import { useKindName } from './use-kind-name.ts'

/** When each kind of rows came last, and when the next is expected (B8). */
export function FeedsPanel() {
  const t = useTranslations('upstream')
  const formats = useFormats()
  const kindName = useKindName()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(expectationsQuery)
  const [changing, setChanging] = useState<FeedExpectation | null>(null)
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  return (
    <Panel title={t('feeds')} note={t('feedsNote')} flush busy={!data}>
      <RecordList
        label={t('feeds')}
        items={(data ?? []).map((feed) => ({
          key: feed.kind,
          title: kindName(feed.kind),
          facts: [
            feed.lastBatchAt ? t('lastCame', { at: formats.dateTime(feed.lastBatchAt) }) : t('neverCame'),
            feed.hours === null
              ? t('expectedWhenever')
              : t('expectedEvery', { interval: formats.duration(feed.hours * 3600) }),
          ],
          actions: (
            <Button variant="default" size="xs" onClick={() => setChanging(feed)}>
              {t('changeInterval')}
            </Button>
          ),
        }))}
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
    </Panel>
  )
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
