import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Cell, Grid, Panel } from '../../../platform/web/kit/panel.tsx'
import type { IssueDetail } from '../contract.ts'
import { IssueActs } from './issue-acts.tsx'
import { IssueStatus } from './issue-badges.tsx'
import { IssueDesk } from './issue-desk.tsx'
import { IssueFacts } from './issue-facts.tsx'
import { IssueThread } from './issue-thread.tsx'
import css from './issues.module.css'
import { issueQuery } from './issues-queries.ts'

/** One issue: what it is, what can be done, and the thread; for the staff what they say among themselves. */
export default function IssuePage() {
  const t = useTranslations('issues')
  const params: unknown = useParams({ strict: false })
  const { number = '' } = params as { number?: string }
  const { data, error, refetch, dataUpdatedAt } = useQuery(issueQuery(number))
  const shown = number.replace(/^id:/, '')
  if (data)
    return (
      <>
        <PageHead
          title={data.issue.title}
          documentTitle={t('one.title', { number: data.issue.number })}
          badge={<IssueStatus issue={data.issue} />}
          trail={<Trail />}
          subtitle={[t('one.title', { number: data.issue.number }), data.issue.tenantName]
            .filter(Boolean)
            .join(' · ')}
        />
        <ConnectionBanner
          loaded={t('one.title', { number: data.issue.number })}
          loading={t('loading')}
          staleFailure={error}
          updatedAt={dataUpdatedAt}
          onRetry={() => void refetch()}
        />
        <Opened detail={data} />
      </>
    )
  const several = isProblem(error) && error.code === 'ambiguous' ? (error.problem.ids ?? []) : null
  return (
    <>
      <PageHead title={t('one.title', { number: shown })} trail={<Trail />} />
      {several ? (
        <Panel title={t('one.several', { number: shown })}>
          <ul className={css.list}>
            {several.map((id) => (
              <li key={id}>
                <Link to="/orders/issues/$number" params={{ number: `id:${id}` }}>
                  {t('one.oneOf', { number: shown, id: String(id) })}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      ) : isProblem(error, 404) ? (
        <EmptyState title={t('one.noSuch')} hint={t('one.noSuchHint')} />
      ) : error ? (
        <ErrorCard title={t('one.notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.loading} role="status" aria-busy="true" aria-label={t('loading')}>
          <Skeleton height={120} />
          <Skeleton height={320} />
        </div>
      )}
    </>
  )
}

const Trail = () => {
  const t = useTranslations('issues')
  return <Link to="/orders/issues">{t('one.trail')}</Link>
}

function Opened({ detail }: { detail: IssueDetail }) {
  const t = useTranslations('issues')
  return (
    <Grid>
      <Cell span={8}>
        <div className={css.column}>
          <Panel title={t('one.description')}>
            <p className={css.text}>{detail.issue.description}</p>
          </Panel>
          <IssueThread detail={detail} />
        </div>
      </Cell>
      <Cell span={4}>
        <div className={css.column}>
          <IssueFacts detail={detail} />
          <IssueActs detail={detail} />
          {detail.desk && <IssueDesk issue={detail.issue} desk={detail.desk} />}
        </div>
      </Cell>
    </Grid>
  )
}
