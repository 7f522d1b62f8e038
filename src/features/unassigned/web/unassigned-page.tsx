import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { FilterBar } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
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
  const formats = useFormats()
  const sumsText = useSumsText()
  const queries = useQueryClient()
  const [search, setSearch] = useUrlText('search')
  const [assigning, setAssigning] = useState<UnassignedClient | null>(null)
  const { data, error, isPlaceholderData, refetch } = useQuery(clientsQuery(search))
  const again = () => queries.invalidateQueries({ queryKey: ['unassigned'] })
  const named = ({ clientCode, clientName }: UnassignedClient) => clientCode ?? clientName
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      <FilterBar note={data && t('found', { shown: data.items.length, total: data.total })}>
        <SearchField label={t('search')} placeholder={t('search')} value={search} onChange={setSearch} />
      </FilterBar>
      {error && !data ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.space}>
          <Panel title={t('clients')} note={t('clientsNote')} flush busy={!data || isPlaceholderData}>
            {data?.items.length === 0 && (
              <EmptyState
                title={t(search ? 'noneFound' : 'none')}
                hint={search ? t('noneFoundHint') : t('noneHint')}
              />
            )}
            <RecordList
              label={t('clients')}
              items={(data?.items ?? []).map((client) => ({
                key: `${client.sourceId} ${client.clientCode} ${client.clientName}`,
                title: named(client) ?? t('noClient'),
                facts: [
                  ...(client.clientCode !== null
                    ? [t('codeOf', { source: client.source ?? '', names: formats.list(client.names) })]
                    : named(client) !== null
                      ? [t('byName')]
                      : []),
                  t('rows', {
                    count: client.rows,
                    from: formats.date(client.firstDate),
                    to: formats.date(client.lastDate),
                  }),
                  ...sumsText(client),
                  ...(client.belongsTo ? [t('belongsTo', { tenant: client.belongsTo.name })] : []),
                ],
                actions: named(client) !== null && (
                  <Button variant="default" onClick={() => setAssigning(client)}>
                    {t('assign')}
                  </Button>
                ),
              }))}
            />
          </Panel>
        </div>
      )}
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
