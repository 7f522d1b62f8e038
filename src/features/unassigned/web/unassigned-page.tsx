import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { FilterBar } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { filterAndSort } from '../../../platform/web/table/client-side-list.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { useUrlText } from '../../../platform/web/url/use-url-text.ts'
import type { UnassignedClient } from '../contract.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { AssignmentsPanel } from './assignments-panel.tsx'
import css from './unassigned.module.css'
import { clientsQuery } from './unassigned-queries.ts'
import { useSumsText } from './use-sums-text.ts'

/** Rows whose client nobody has claimed, client by client, and their way to a tenant (G1). */
export default function UnassignedPage() {
  const t = useTranslations('unassigned')
  const language = useLocale()
  const queries = useQueryClient()
  const [search, setSearch] = useUrlText('search')
  const [sort = '-rows', setSort] = useUrlText('sort')
  const [assigning, setAssigning] = useState<UnassignedClient | null>(null)
  const { data, error, isPlaceholderData, refetch } = useQuery(clientsQuery(search))
  const again = () => queries.invalidateQueries({ queryKey: ['unassigned'] })
  const rows = data?.items ?? []
  const columns = useColumns(rows.some(({ belongsTo }) => belongsTo !== null))
  const choice = useColumnChoice('unassigned', columns)
  // Of a part, only the server's own order would be true.
  const whole = rows.length === (data?.total ?? 0)
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} actions={<ColumnChooser choice={choice} />} />
      <FilterBar note={data && t('found', { shown: data.items.length, total: data.total })}>
        <SearchField label={t('search')} placeholder={t('search')} value={search} onChange={setSearch} />
      </FilterBar>
      <div className={css.space}>
        <DataTable
          label={t('clients')}
          columns={columns}
          choice={choice}
          rows={
            whole
              ? filterAndSort(rows, columns, { search: undefined, sort, language, words: () => '' })
              : rows
          }
          rowKey={(one) => `${one.sourceId} ${one.clientCode} ${one.clientName}`}
          rowTitle={(one) => nameOf(one) ?? t('noClient')}
          {...(whole && { sort, onSort: setSort })}
          total={data?.total ?? null}
          loading={!data && !error}
          dimmed={isPlaceholderData}
          failure={
            error && !data ? { title: t('notLoaded'), cause: error, onRetry: () => void refetch() } : null
          }
          actions={(one) =>
            nameOf(one) === null ? [] : [{ label: t('assign'), onSelect: () => setAssigning(one) }]
          }
          empty={
            <EmptyState
              title={t(search ? 'noneFound' : 'none')}
              hint={search ? t('noneFoundHint') : t('noneHint')}
            />
          }
        />
      </div>
      <AssignmentsPanel onUndone={again} />
      {assigning && (
        <AssignDialog
          client={assigning}
          onClose={() => setAssigning(null)}
          onAssigned={() => {
            setAssigning(null)
            void again()
          }}
        />
      )}
    </>
  )
}

const nameOf = ({ clientCode, clientName }: UnassignedClient) => clientCode ?? clientName

/** `owned`: codes of some of them belong to a client by now. */
function useColumns(owned: boolean): readonly Column<UnassignedClient>[] {
  const t = useTranslations('unassigned')
  const formats = useFormats()
  const sumsText = useSumsText()
  return [
    {
      id: 'client',
      title: t('codeOrName'),
      cell: (one) => nameOf(one) ?? t('noClient'),
      by: (one) => nameOf(one) ?? t('noClient'),
      fixed: true,
    },
    {
      id: 'names',
      title: t('foundBy'),
      cell: ({ clientCode, clientName, source, names }) =>
        clientCode !== null
          ? t('codeOf', { source: source ?? '', names: formats.list(names) })
          : clientName === null
            ? DASH
            : t('byName'),
      sortable: false,
      narrow: true,
      card: 'fact',
    },
    {
      id: 'rows',
      title: t('rowsHead'),
      cell: ({ rows }) => formats.count(rows),
      by: ({ rows }) => rows,
      align: 'end',
      card: 'corner',
    },
    {
      id: 'firstDate',
      title: t('from'),
      cell: ({ firstDate }) => formats.date(firstDate),
      by: ({ firstDate }) => firstDate,
    },
    {
      id: 'lastDate',
      title: t('to'),
      cell: ({ lastDate }) => formats.date(lastDate),
      by: ({ lastDate }) => lastDate,
    },
    {
      id: 'sums',
      title: t('sums'),
      cell: (one) => sumsText(one).join('; '),
      sortable: false,
      wraps: true,
      card: 'fact',
    },
    ...(owned
      ? [
          {
            id: 'belongsTo',
            title: t('codeBelongsTo'),
            cell: ({ belongsTo }: UnassignedClient) =>
              belongsTo ? t('belongsTo', { tenant: belongsTo.name }) : DASH,
            by: ({ belongsTo }: UnassignedClient) => belongsTo?.name ?? null,
            wraps: true as const,
            card: 'fact' as const,
          },
        ]
      : []),
  ]
}
