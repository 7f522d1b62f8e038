import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { ContactSupport } from '../../conversations/web/published.ts'
import css from './issues.module.css'
import { issueCardsQuery } from './issues-queries.ts'
import { ReportIssue } from './report-issue.tsx'

/** The source's tile and its support panel in one: how many are open, and the way to report another. */
export default function IssuesTile() {
  const t = useTranslations('issues')
  const formats = useFormats()
  const { data, isPending } = useQuery(issueCardsQuery)
  return (
    <div className={css.tile}>
      <Panel
        title={<Link to="/orders/issues">{t('tile.label')}</Link>}
        note={data && `${formats.count(data.open + data.inProgress)} ${t('tile.sub')}`}
        actions={
          <span className={css.row}>
            <ContactSupport label={t('panel.contact')} />
            <ReportIssue label={t('panel.report')} />
          </span>
        }
        busy={isPending}
        flush
      >
        {null}
      </Panel>
    </div>
  )
}
