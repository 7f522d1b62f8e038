import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../../platform/web/kit/badge.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { useCursorList } from '../../../../platform/web/query/cursor-query.ts'
import type { Column } from '../../../../platform/web/table/column.ts'
import { useColumnChoice } from '../../../../platform/web/table/column-choice.ts'
import { DataTable } from '../../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../../platform/web/url/use-url-state.ts'
import type { AdminRow } from '../../admin-contract.ts'
import { StatusBadge } from '../document-parts.tsx'
import css from '../documents.module.css'
import { LibraryBoard } from './library-board.tsx'
import { LibraryFilters } from './library-filters.tsx'
import { libraryQuery } from './library-queries.ts'
import { isFiltered, type LibrarySearch } from './library-search.ts'
import { useReleaseSeveral } from './use-release-several.tsx'

/** Every document, for those who write and release them. */
export default function LibraryPage() {
  const t = useTranslations('library')
  const [search, change] = useUrlState<LibrarySearch>()
  const navigate = useNavigate()
  const list = useCursorList(libraryQuery(search))
  const several = useReleaseSeveral(list.rows)
  const columns = several.withBoxes(useLibraryColumns())
  const choice = useColumnChoice('library', columns)
  const { first, total, dimmed } = list
  const filtered = isFiltered(search)
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {several.controls}
            <Button
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              renderRoot={(props) => <Link to="/admin/documents/upload" {...props} />}
            >
              {t('upload')}
            </Button>
          </>
        }
      />
      <LibraryBoard search={search} board={first?.board ?? null} onChange={change} />
      <LibraryFilters search={search} total={dimmed ? null : total} onChange={change} />
      <DataTable
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowTitle={({ title }) => title}
        choice={choice}
        onOpen={(row) =>
          several.choosing
            ? several.toggle(row)
            : void navigate({ to: '/admin/documents/$id', params: { id: String(row.id) } })
        }
        {...tableOf(list, t('notLoaded'))}
        empty={
          <EmptyState
            title={t(filtered ? 'noneFound' : 'none')}
            hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
          />
        }
      />
      {several.dialog}
    </>
  )
}

function useLibraryColumns(): readonly Column<AdminRow>[] {
  const t = useTranslations('library')
  const d = useTranslations('documents')
  const formats = useFormats()
  const unsorted = { sortable: false }
  return [
    { id: 'title', title: d('document'), cell: ({ title }) => title, fixed: true, ...unsorted },
    { id: 'number', title: d('number'), cell: ({ number }) => number ?? '–', narrow: true, ...unsorted },
    {
      id: 'status',
      title: d('status'),
      cell: ({ status, draftVersion, version }) => (
        <span className={css.icons}>
          <StatusBadge status={status} />
          {draftVersion !== null && version !== null && (
            <Badge tone="info">{t('toRelease', { version: draftVersion })}</Badge>
          )}
        </span>
      ),
      card: 'corner',
      ...unsorted,
    },
    { id: 'type', title: d('type'), cell: ({ type }) => d(`types.${type}`), card: 'fact', ...unsorted },
    {
      id: 'shelves',
      title: t('shelves'),
      cell: ({ shelves }) => shelves.map((shelf) => t(`shelf.${shelf}`)).join(', '),
      startsHidden: true,
      ...unsorted,
    },
    {
      id: 'audience',
      title: t('audience'),
      cell: ({ audience, tenants }) =>
        audience === 'tenants' ? t('forTenants', { count: tenants ?? 0 }) : t(`audiences.${audience}`),
      card: 'fact',
      ...unsorted,
    },
    {
      id: 'version',
      title: d('version'),
      cell: ({ version }) => version ?? '–',
      align: 'end',
      ...unsorted,
    },
    {
      id: 'expiresOn',
      title: d('expiresOn'),
      cell: ({ expiresOn }) => (expiresOn ? formats.date(expiresOn) : '–'),
      card: 'fact',
      ...unsorted,
    },
    {
      id: 'updatedAt',
      title: d('updated'),
      cell: ({ updatedAt }) => formats.dateTime(updatedAt),
      ...unsorted,
    },
  ]
}
