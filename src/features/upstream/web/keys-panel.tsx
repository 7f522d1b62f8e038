import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import { filterAndSort } from '../../../platform/web/table/client-side-list.ts'
import type { Column } from '../../../platform/web/table/column.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import { useListAddress } from '../../../platform/web/url/use-list-address.ts'
import type { UpstreamKey } from '../contract.ts'
import { IssueKeyDialog } from './lazy-components.ts'
import { keysQuery, scopeName, upstreamApi } from './upstream-queries.ts'

const SORTS = [
  'label',
  'scope',
  'source',
  'client',
  'lastUsedAt',
  'lastBatch',
  'createdAt',
  'createdBy',
  'revokedAt',
] as const

/** The keys of upstream systems: whose, what they may, when they were used. */
export function KeysPanel() {
  const t = useTranslations('upstream')
  const records = useTranslations('ui.records')
  const language = useLocale()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(keysQuery)
  const [issuing, setIssuing] = useState(false)
  const [revoking, setRevoking] = useState<UpstreamKey | null>(null)
  const [busy, setBusy] = useState(false)
  const again = () => void queries.invalidateQueries({ queryKey: keysQuery.queryKey })
  const nameOf = useKeyName()
  const columns = useColumns()
  const address = useListAddress('keys', SORTS, '-createdAt')
  const revoke = async (key: UpstreamKey) => {
    setBusy(true)
    try {
      await upstreamApi.revoke({ id: key.id })
      toast.done(t('revoked', { key: nameOf(key) }))
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    setBusy(false)
    setRevoking(null)
    again()
  }
  if (error && !data)
    return <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
  const words = (key: UpstreamKey) => `${nameOf(key)} ${key.source} ${key.client?.name ?? ''}`
  return (
    <>
      <RecordPanel
        {...address}
        name="keys"
        label={t('keys')}
        note={t('keysNote')}
        columns={columns}
        rows={filterAndSort(data?.items ?? [], columns, { ...address, language, words })}
        loading={!data}
        rowKey={({ id }) => id}
        rowTitle={nameOf}
        actions={(key) => (key.revokedAt ? [] : [{ label: t('revoke'), onSelect: () => setRevoking(key) }])}
        tools={
          data && (
            <Button variant="default" onClick={() => setIssuing(true)}>
              {t('issue')}
            </Button>
          )
        }
        empty={
          address.search === undefined ? (
            <EmptyState title={t('noKeys')} hint={t('noKeysHint')} />
          ) : (
            <EmptyState title={records('found', { count: 0 })} />
          )
        }
      />
      {issuing && data && (
        <Suspense fallback={null}>
          <IssueKeyDialog sources={data.sources} onIssued={again} onClose={() => setIssuing(false)} />
        </Suspense>
      )}
      {revoking && (
        <ConfirmDialog
          opened
          danger
          title={t('revokeTitle', { key: nameOf(revoking) })}
          text={t('revokeText')}
          confirm={t('revokeNow')}
          pending={busy}
          onConfirm={() => void revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}

/** A key without a name of its own is called by its number. */
function useKeyName() {
  const t = useTranslations('upstream')
  return ({ label, id }: Pick<UpstreamKey, 'label' | 'id'>) => label || t('keyNo', { id: String(id) })
}

function useColumns(): readonly Column<UpstreamKey>[] {
  const t = useTranslations('upstream')
  const formats = useFormats()
  const nameOf = useKeyName()
  const moment = (at: string | null) => (at ? formats.dateTime(at) : DASH)
  return [
    {
      id: 'label',
      title: t('label'),
      cell: (key) => (
        <>
          {nameOf(key)} {key.revokedAt && <Badge tone="bad">{t('isRevoked')}</Badge>}
        </>
      ),
      by: nameOf,
      fixed: true,
    },
    {
      id: 'scope',
      title: t('rights'),
      cell: ({ scope }) => <Badge tone="mute">{t(`scopes.${scopeName(scope)}`)}</Badge>,
      by: ({ scope }) => t(`scopes.${scopeName(scope)}`),
      card: 'corner',
    },
    {
      id: 'source',
      title: t('source'),
      cell: ({ source }) => source,
      by: ({ source }) => source,
      card: 'fact',
    },
    {
      id: 'client',
      title: t('client'),
      cell: ({ client }) => client?.name ?? t('everyClient'),
      by: ({ client }) => client?.name ?? null,
      card: 'fact',
      narrow: true,
    },
    {
      id: 'lastUsedAt',
      title: t('lastUsedAt'),
      cell: ({ lastUsedAt }) => moment(lastUsedAt),
      by: ({ lastUsedAt }) => lastUsedAt,
      card: 'fact',
    },
    {
      id: 'lastBatch',
      title: t('newestBatch'),
      cell: ({ lastBatch }) =>
        lastBatch ? t('batchAt', { id: String(lastBatch.id), at: formats.dateTime(lastBatch.at) }) : DASH,
      by: ({ lastBatch }) => lastBatch?.id ?? null,
    },
    {
      id: 'createdAt',
      title: t('createdAt'),
      cell: ({ createdAt }) => formats.dateTime(createdAt),
      by: ({ createdAt }) => createdAt,
    },
    {
      id: 'createdBy',
      title: t('createdBy'),
      cell: ({ createdBy }) => createdBy ?? t('commandLine'),
      by: ({ createdBy }) => createdBy ?? t('commandLine'),
      startsHidden: true,
    },
    {
      id: 'revokedAt',
      title: t('withdrawnAt'),
      cell: ({ revokedAt }) => moment(revokedAt),
      by: ({ revokedAt }) => revokedAt,
      startsHidden: true,
    },
  ]
}
