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
import type { Source } from '../contract.ts'
import { DECIMAL_NAMES } from './decimal-names.ts'
import { SourceDialog } from './source-dialog.tsx'
import { SourceReadings } from './source-readings.tsx'
import { sourcesQuery } from './upstream-queries.ts'

/** How each upstream system writes: what is laid down for it, and what its files were found to be. */
export function SourcesPanel() {
  const t = useTranslations('upstream')
  const records = useTranslations('ui.records')
  const language = useLocale()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(sourcesQuery)
  const [changing, setChanging] = useState<Source | null>(null)
  const [shown, setShown] = useState<number | null>(null)
  const columns = useColumns(setShown)
  const address = useListAddress('sources', ['name', 'readings'], 'name')
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  const again = () => void queries.invalidateQueries({ queryKey: sourcesQuery.queryKey })
  const nameOf = ({ name }: Source) => name
  const open = data?.find(({ id }) => id === shown)
  return (
    <>
      <RecordPanel
        {...address}
        name="sources"
        label={t('sources')}
        note={t('sourcesNote')}
        columns={columns}
        rows={filterAndSort(data ?? [], columns, { ...address, language, words: nameOf })}
        loading={!data}
        rowKey={({ id }) => id}
        rowTitle={nameOf}
        actions={(source) => [{ label: t('changeSource'), onSelect: () => setChanging(source) }]}
        empty={<EmptyState title={records('found', { count: 0 })} />}
      />
      {changing && (
        <SourceDialog
          source={changing}
          onDone={() => {
            setChanging(null)
            again()
          }}
          onClose={() => setChanging(null)}
        />
      )}
      {open && <SourceReadings source={open} onForgotten={again} onClose={() => setShown(null)} />}
    </>
  )
}

function useColumns(show: (id: number) => void): readonly Column<Source>[] {
  const t = useTranslations('upstream')
  return [
    { id: 'name', title: t('source'), cell: ({ name }) => name, by: ({ name }) => name, fixed: true },
    {
      id: 'decimal',
      title: t('decimal'),
      cell: ({ decimal }) => t(`decimals.${DECIMAL_NAMES[decimal]}`),
      card: 'fact',
    },
    {
      id: 'dateOrder',
      title: t('dateOrder'),
      cell: ({ dateOrder }) => t(`dateOrders.${dateOrder}`),
      card: 'fact',
    },
    {
      id: 'encoding',
      title: t('encoding'),
      cell: ({ encoding }) => encoding ?? t('foundOut'),
      card: 'fact',
    },
    {
      id: 'duplicates',
      title: t('duplicates'),
      cell: ({ duplicates }) => t(`duplicateRules.${duplicates}`),
      card: 'fact',
    },
    {
      id: 'readings',
      title: t('remembered'),
      cell: ({ id, readings }) =>
        readings.length === 0 ? (
          t('nothingRemembered')
        ) : (
          <Button variant="subtle" size="compact-sm" onClick={() => show(id)}>
            {t('rememberedCount', { count: readings.length })}
          </Button>
        ),
      by: ({ readings }) => readings.length,
      card: 'fact',
    },
  ]
}
