import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { filterAndSort } from '../../../platform/web/table/client-side-list.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import type { TenantClient } from '../contract.ts'
import { AddCodeDialog } from './add-code-dialog.tsx'
import { CodeMoveDialog } from './code-move-dialog.tsx'
import { codesQuery } from './unassigned-queries.ts'

/** The codes and names by which rows of upstream find a client (G1), on its page. */
export default function ClientCodesPanel({
  id,
  name,
  suspended,
}: {
  id: number
  name: string
  suspended: boolean
}) {
  const t = useTranslations('unassigned')
  const records = useTranslations('ui.records')
  const language = useLocale()
  const queries = useQueryClient()
  const columns = useColumns()
  const address = useListAddress('codes', ['code', 'by'], 'code')
  const { data, error, refetch } = useQuery(codesQuery(id))
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<TenantClient | null>(null)
  const done = () => {
    setAdding(false)
    setRemoving(null)
    void queries.invalidateQueries({ queryKey: ['unassigned'] })
    void queries.invalidateQueries({ queryKey: ['tenants'] })
  }
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  return (
    <>
      <RecordPanel
        {...address}
        name="client-codes"
        label={t('codes')}
        note={t('codesNote')}
        columns={columns}
        rows={filterAndSort(data?.items ?? [], columns, { ...address, language, words: wordsOf })}
        loading={!data}
        rowKey={(one) => `${one.sourceId} ${one.clientCode} ${one.clientName}`}
        rowTitle={nameOf}
        {...(!suspended && {
          actions: (one: TenantClient) => [{ label: t('removeCode'), onSelect: () => setRemoving(one) }],
        })}
        tools={
          !suspended &&
          data && (
            <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
              {t('addCode')}
            </Button>
          )
        }
        empty={
          address.search === undefined ? (
            <EmptyState title={t('noCodes')} hint={t('noCodesHint')} />
          ) : (
            <EmptyState title={records('found', { count: 0 })} />
          )
        }
      />
      {adding && data && (
        <AddCodeDialog
          id={id}
          name={name}
          sources={data.sources}
          onDone={done}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && (
        <CodeMoveDialog
          id={id}
          name={name}
          client={removing}
          act="remove"
          onDone={done}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

const nameOf = ({ clientCode, clientName }: TenantClient) => clientCode ?? clientName ?? ''
const wordsOf = ({ clientCode, clientName, source }: TenantClient) =>
  `${clientCode ?? ''} ${clientName ?? ''} ${source ?? ''}`

function useColumns(): readonly Column<TenantClient>[] {
  const t = useTranslations('unassigned')
  const foundBy = ({ clientCode, source }: TenantClient) =>
    clientCode === null ? t('byName') : t('codeIn', { source: source ?? '' })
  return [
    { id: 'code', title: t('codeOrName'), cell: nameOf, by: nameOf, fixed: true },
    { id: 'by', title: t('foundBy'), cell: foundBy, by: foundBy, card: 'fact' },
  ]
}
