import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../platform/web/api/download.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Sheet } from '../../../platform/web/kit/sheet.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { ExportJob } from '../contract.ts'
import { exportsApi, exportsQuery } from './exports-queries.ts'
import css from './exports-sheet.module.css'

/** The exports that are made beside the screen: how far each is, and what can be done with it. */
export default function ExportsSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('exports')
  const { data, error, refetch } = useQuery({ ...exportsQuery, enabled: opened })
  return (
    <Sheet opened={opened} title={t('title')} onClose={onClose}>
      <p className={css.note}>{t('note')}</p>
      {!data && error ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} framed={false} />
      ) : !data ? (
        <Skeleton height={84} />
      ) : data.length === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <ul className={css.jobs}>
          {data.map((job) => (
            <Job key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Sheet>
  )
}

const REASONS = ['no_session', 'permission_denied', 'module_hidden', 'disk_full', 'gave_up'] as const

function Job({ job }: { job: ExportJob }) {
  const t = useTranslations('exports')
  const formats = useFormats()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const name = job.fileName ?? t(`kinds.${job.kind}`, { format: job.format.toUpperCase() })

  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    await queries.invalidateQueries({ queryKey: exportsQuery.queryKey })
  }
  const change = (act: 'cancel' | 'retry') => void attempt(() => exportsApi.change({ id: job.id, act }))
  const download = () =>
    void attempt(async () => {
      toast.done(t('saved', { name: await downloadFile(`/exports/${job.id}/file`, {}, name) }))
    })

  const reason = REASONS.find((one) => one === job.problem) ?? 'other'
  const said = {
    queued: t('queued'),
    running:
      job.total === null
        ? t('counting')
        : t('running', { written: formats.count(job.written), total: formats.count(job.total) }),
    done: t('done', {
      rows: formats.count(job.written),
      size: formats.fileSize(job.size ?? 0),
      until: formats.dateTime(job.expiresAt),
    }),
    failed: t('failed', { reason: t(`reasons.${reason}`) }),
    cancelled: t('cancelled'),
  }[job.state]
  return (
    <li>
      <strong>{name}</strong>
      <span role="status">{said}</span>
      {job.state === 'running' && (
        <progress
          className={css.progress}
          aria-label={t('progress', { name })}
          max={Math.max(1, job.total ?? 1)}
          value={job.total === null ? undefined : job.written}
        />
      )}
      <small>{formats.dateTime(job.createdAt)}</small>
      <span className={css.actions}>
        {(job.state === 'queued' || job.state === 'running') && (
          <Button variant="default" size="compact-sm" onClick={() => change('cancel')}>
            {t('cancel')}
          </Button>
        )}
        {job.state === 'done' && (
          <Button size="compact-sm" onClick={download}>
            {t('download')}
          </Button>
        )}
        {(job.state === 'failed' || job.state === 'cancelled') && (
          <Button variant="default" size="compact-sm" onClick={() => change('retry')}>
            {t('retry')}
          </Button>
        )}
      </span>
    </li>
  )
}
