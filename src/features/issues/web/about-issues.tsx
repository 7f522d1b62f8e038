import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { IssueStatus } from './issue-badges.tsx'
import css from './issues.module.css'
import { type About, issuesAboutQuery } from './issues-queries.ts'
import { ReportIssue } from './report-issue.tsx'
import type { ReportLinks } from './report-links.ts'

type AboutIssuesProps = {
  about: About
  links: ReportLinks
  /** Of the way to report more. */
  report: string
  /** What is said where there is none. */
  none: string
}

/** What was reported about one thing, and the way to report more. */
export function AboutIssues({ about, links, report, none }: AboutIssuesProps) {
  const t = useTranslations('issues')
  const failureText = useFailureText()
  const { data, error } = useQuery(issuesAboutQuery(about))
  return (
    <Panel
      title={t('panel.title')}
      note={data && t('panel.count', { count: data.total ?? 0 })}
      busy={!data && !error}
    >
      {data?.items.length === 0 && <p className={css.quiet}>{none}</p>}
      {data && data.items.length > 0 && (
        <ul className={css.list}>
          {data.items.map((issue) => (
            <li key={issue.id}>
              <Link to="/orders/issues/$number" params={{ number: `id:${issue.id}` }}>
                #{issue.number} {issue.title}
              </Link>
              <IssueStatus issue={issue} />
            </li>
          ))}
        </ul>
      )}
      {(data?.total ?? 0) > (data?.items.length ?? 0) && (
        <p>
          <Link to="/orders/issues" search={about as never}>
            {t('panel.all', { count: data?.total ?? 0 })}
          </Link>
        </p>
      )}
      {!data && error && <Refusal>{failureText(error)}</Refusal>}
      {!data && !error && <Skeleton height={56} />}
      <p className={css.row}>
        <ReportIssue label={report} links={links} />
      </p>
    </Panel>
  )
}
