import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { useChangedRows } from '../../../platform/web/table/use-changed-rows.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { Issue } from '../contract.ts'
import { IssueCards } from './issue-cards.tsx'
import { IssueFilters } from './issue-filters.tsx'
import { issuesQuery } from './issues-queries.ts'
import { DEFAULTS, filterOf, type IssuesSearch, isFiltered, NO_FILTER } from './issues-search.ts'
import { ReportIssue } from './report-issue.tsx'
import { useIssueColumns } from './use-issue-columns.tsx'

const issueKey = ({ id }: Issue) => id

/** Every issue of the client; for the staff of every client, with what their work is picked by. */
export default function IssuesPage() {
  const t = useTranslations('issues')
  const [search, change] = useUrlState<IssuesSearch>(DEFAULTS)
  const filter = filterOf(search)
  const screen = useCursorList(issuesQuery(filter))
  const { rows, total, dimmed, failure } = screen
  const columns = useIssueColumns()
  const choice = useColumnChoice('issues', columns)
  const changed = useChangedRows(rows, issueKey, dimmed ? null : JSON.stringify(filter))
  const navigate = useNavigate()
  const open = ({ id }: Issue) =>
    void navigate({ to: '/orders/issues/$number', params: { number: `id:${id}` } })
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <ColumnChooser choice={choice} />
            <ReportIssue label={t('report')} main />
          </>
        }
      />
      {!failure && (
        <ConnectionBanner
          loaded={total === null ? undefined : t('loaded', { count: total })}
          loading={t('loading')}
          staleFailure={screen.staleFailure}
          updatedAt={screen.updatedAt}
          onRetry={() => void screen.refresh()}
        />
      )}
      <IssueCards search={search} onChange={change} />
      <IssueFilters filter={filter} total={dimmed ? null : total} onChange={change} />
      {failure ? (
        <ErrorCard title={t('noneAvailable')} failure={failure} onRetry={() => void screen.refresh()} />
      ) : (
        <DataTable
          label={t('title')}
          columns={columns}
          rows={rows}
          rowKey={issueKey}
          changed={changed}
          rowTitle={({ number }) => t('one.title', { number })}
          choice={choice}
          sort={filter.sort}
          onSort={(sort) => change({ sort: sort as IssuesSearch['sort'] })}
          onOpen={open}
          total={total}
          more={screen.more}
          loading={screen.loading}
          dimmed={dimmed}
          empty={
            isFiltered(search) ? (
              <EmptyState
                title={t('noneFound')}
                hint={t('noneFoundHint')}
                actions={
                  <Button variant="default" onClick={() => change(NO_FILTER)}>
                    {t('clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t('none')} hint={t('noneHint')} />
            )
          }
        />
      )}
    </>
  )
}
