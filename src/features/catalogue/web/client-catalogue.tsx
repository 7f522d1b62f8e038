import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import type { CatalogueItem } from '../contract.ts'
import { catalogueQuery } from './catalogue-queries.ts'
import { ItemDialogs } from './item-dialogs.tsx'
import { useCatalogueColumns, useItemName } from './use-catalogue-columns.tsx'

/** As many are seen at one look; the others are one click away. */
const SHOWN = 10
const COLUMNS = ['itemNo', 'name', 'state', 'price', 'minimum', 'leadTime']

/** What a client may buy and at which price, to change on the spot; all of it is in the catalogue. */
export default function ClientCatalogue({ id }: { id: number }) {
  const t = useTranslations('catalogue')
  const failureText = useFailureText()
  const { rows, first, total, loading, dimmed, failure, refresh } = useCursorList(
    catalogueQuery({ tenant: id }),
  )
  const columns = useCatalogueColumns(first, true, false).filter((column) => COLUMNS.includes(column.id))
  const nameOf = useItemName()
  const [opened, setOpened] = useState<CatalogueItem | null>(null)
  return (
    <Panel
      title={t('title')}
      note={total !== null && t('count', { count: total })}
      actions={
        <Link to="/product/catalogue" search={{ tenant: id }}>
          {t('whole')}
        </Link>
      }
      busy={loading}
      flush
    >
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows.slice(0, SHOWN)}
        rowKey={(item) => item.id}
        rowTitle={nameOf}
        onOpen={setOpened}
        total={total === null ? null : Math.min(total, SHOWN)}
        loading={loading}
        dimmed={dimmed}
        failure={
          failure && {
            title: t('notLoaded'),
            message: failureText(failure),
            cause: failure,
            onRetry: () => void refresh(),
          }
        }
        empty={<EmptyState title={t('none')} hint={t('noneForClient')} />}
        flush
      />
      {opened && <ItemDialogs item={opened} onClose={() => setOpened(null)} />}
    </Panel>
  )
}
