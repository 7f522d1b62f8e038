import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { AttachedView } from '../../../platform/web/kit/attached-view.tsx'
import { FileDownload } from '../../../platform/web/kit/file-download.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
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
  const formats = useFormats()
  return (
    <span className={css.row}>
      <FileDownload path={`/issues/${issueId}/files/${file.id}`} name={file.name} scan={file.scan} />
      <span className={css.by}>{formats.fileSize(file.size)}</span>
      <AttachedView path={`/issues/${issueId}/files/${file.id}`} name={file.name} scan={file.scan} />
    </span>
  )
}
