import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { Issue } from '../contract.ts'
import { IssueDue, IssuePriority, IssueStatus } from './issue-badges.tsx'

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
  // What the staff work by, clients look at when they want to.
  const later = seesAllTenants ? {} : ({ startsHidden: true } as const)
  return [
    column('number', ({ number }) => `#${number}`, { fixed: true }),
    column('title', ({ title }) => <span title={title}>{title}</span>, { fixed: true, card: 'fact' }),
    ...(seesAllTenants ? [column('tenantName', ({ tenantName }) => tenantName ?? DASH)] : []),
    column('status', (issue) => <IssueStatus issue={issue} />, { card: 'corner' }),
    column('priority', (issue) => <IssuePriority issue={issue} />, { card: 'fact' }),
    column('type', ({ type }) => t(`types.${type}`)),
    column('orderNo', ({ orderNo }) => orderNo ?? DASH),
    column('lastAt', ({ lastAt }) => formats.dateTime(lastAt), { card: 'fact' }),
    column('dueAt', (issue) => <IssueDue issue={issue} />, later),
    column('assignedTo', ({ assignedTo }) => assignedTo ?? DASH, later),
  ]
}
