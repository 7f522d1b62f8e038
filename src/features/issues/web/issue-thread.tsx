import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../platform/web/api/download.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { IssueDetail, IssueEntry } from '../contract.ts'
import { Composer } from './composer.tsx'
import css from './issues.module.css'

/** What both sides said and did, oldest first, and the field to say more. */
export function IssueThread({ detail }: { detail: IssueDetail }) {
  const t = useTranslations('issues.one')
  const { issue, entries, entryCount, mayWrite } = detail
  const more = entryCount - entries.length
  return (
    <Panel title={t('thread')}>
      {more > 0 && <p className={css.quiet}>{t('more', { count: more })}</p>}
      <ol className={css.thread} aria-live="polite">
        {entries.map((entry) => (
          <Entry key={entry.id} issueId={issue.id} entry={entry} />
        ))}
      </ol>
      {mayWrite &&
        (issue.status === 'closed' ? (
          <p className={css.quiet}>{t('closedHint')}</p>
        ) : (
          <Composer issueId={issue.id} kind="comments" />
        ))}
    </Panel>
  )
}

function Entry({ issueId, entry }: { issueId: number; entry: IssueEntry }) {
  const t = useTranslations('issues')
  const formats = useFormats()
  const who = entry.own ? t('one.you') : entry.author
  const by = [who, entry.byStaff && !entry.own && t('one.staff'), formats.dateTime(entry.at)].filter(Boolean)
  return (
    <li
      data-act={entry.kind !== 'comment' || undefined}
      data-own={(entry.own && entry.kind === 'comment') || undefined}
      data-staff={entry.byStaff || undefined}
    >
      <span className={css.by}>
        {by.join(' · ')}
        {entry.kind !== 'comment' && ` · ${t(`entries.${entry.kind}`)}`}
      </span>
      {entry.text && <p className={`${css.text} ${css.bubble}`}>{entry.text}</p>}
      {entry.file && <Attachment issueId={issueId} file={entry.file} />}
    </li>
  )
}

function Attachment({ issueId, file }: { issueId: number; file: NonNullable<IssueEntry['file']> }) {
  const t = useTranslations('issues.one')
  const formats = useFormats()
  const failureText = useFailureText()
  const download = () =>
    void downloadFile(`/issues/${issueId}/files/${file.id}`, {}, file.name).catch((failure) =>
      toast.failed(failureText(failure)),
    )
  return (
    <span className={css.row}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        aria-label={t('download', { name: file.name })}
        onClick={download}
      >
        {file.name}
      </Button>
      <span className={css.by}>{formats.fileSize(file.size)}</span>
    </span>
  )
}
