import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { Issue } from '../contract.ts'
import { IssueDueInShort, IssuePriority, IssueStatus, IssueTitle } from './issue-badges.tsx'

type ColumnId =
  | ('number' | 'title' | 'tenantName' | 'status' | 'priority')
  | ('type' | 'orderNo' | 'lastAt' | 'dueAt' | 'assignedTo')

const SORTABLE = ['number', 'status', 'priority', 'lastAt', 'dueAt']

export function useIssueColumns(): readonly Column<Issue>[] {
  const t = useTranslations('issues')
  const formats = useFormats()
  const { seesAllTenants } = useAccess()
  const column = (
    id: ColumnId,
    cell: Column<Issue>['cell'],
    more: Partial<Column<Issue>> = {},
  ): Column<Issue> => ({ id, title: t(`columns.${id}`), cell, sortable: SORTABLE.includes(id), ...more })
  // What the staff work by, clients look at when they want to; and where several companies' are listed, what they are about has no room.
  const later = seesAllTenants ? {} : ({ startsHidden: true } as const)
  const about = seesAllTenants ? ({ startsHidden: true } as const) : {}
  return [
    column('number', ({ number }) => `#${number}`, { fixed: true }),
    column('title', ({ title }) => <IssueTitle>{title}</IssueTitle>, {
      fixed: true,
      card: 'fact',
      fills: true,
    }),
    ...(seesAllTenants
      ? [column('tenantName', ({ tenantName }) => tenantName ?? DASH, { narrow: true })]
      : []),
    column('status', (issue) => <IssueStatus issue={issue} />, { card: 'corner' }),
    column('priority', (issue) => <IssuePriority issue={issue} />, { card: 'fact' }),
    column('type', ({ type }) => t(`types.${type}`), about),
    column('orderNo', ({ orderNo }) => orderNo ?? DASH, about),
    column('lastAt', ({ lastAt }) => formats.dateTime(lastAt), { card: 'fact' }),
    column('dueAt', (issue) => <IssueDueInShort issue={issue} />, later),
    column('assignedTo', ({ assignedTo }) => assignedTo ?? DASH, { ...later, narrow: true }),
  ]
}
