import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { SearchedRecords } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { UpstreamKey } from '../contract.ts'
import { IssueKeyDialog } from './issue-key-dialog.tsx'
import { keysQuery, scopeName, upstreamApi } from './upstream-queries.ts'

/** The keys of upstream systems: whose, what they may, when they were used. */
export function KeysPanel() {
  const t = useTranslations('upstream')
  const formats = useFormats()
  const failureText = useFailureText()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(keysQuery)
  const [issuing, setIssuing] = useState(false)
  const [revoking, setRevoking] = useState<UpstreamKey | null>(null)
  const [busy, setBusy] = useState(false)
  const again = () => void queries.invalidateQueries({ queryKey: keysQuery.queryKey })
  const nameOf = ({ label, id }: Pick<UpstreamKey, 'label' | 'id'>) => label || t('keyNo', { id: String(id) })
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
  return (
    <Panel
      title={t('keys')}
      note={t('keysNote')}
      flush
      busy={!data}
      actions={
        data && (
          <Button variant="default" size="compact-sm" onClick={() => setIssuing(true)}>
            {t('issue')}
          </Button>
        )
      }
    >
      {data?.items.length === 0 && <EmptyState title={t('noKeys')} hint={t('noKeysHint')} />}
      <SearchedRecords
        inAddress="keys"
        label={t('keys')}
        items={(data?.items ?? []).map((key) => ({
          key: key.id,
          words: `${nameOf(key)} ${key.source} ${key.client?.name ?? ''}`,
          title: (
            <>
              {nameOf(key)} <Badge tone="mute">{t(`scopes.${scopeName(key.scope)}`)}</Badge>{' '}
              {key.revokedAt && <Badge tone="bad">{t('isRevoked')}</Badge>}
            </>
          ),
          facts: [
            t(key.client ? 'boundTo' : 'ofAll', { source: key.source, client: key.client?.name ?? '' }),
            t('madeBy', {
              by: key.createdBy ?? t('commandLine'),
              at: formats.dateTime(key.createdAt),
            }),
            [
              key.lastUsedAt ? t('lastUsed', { at: formats.dateTime(key.lastUsedAt) }) : t('neverUsed'),
              ...(key.lastBatch
                ? [t('lastBatch', { id: String(key.lastBatch.id), at: formats.dateTime(key.lastBatch.at) })]
                : []),
              ...(key.revokedAt ? [t('revokedAt', { at: formats.dateTime(key.revokedAt) })] : []),
            ].join(' · '),
          ],
          actions: !key.revokedAt && (
            <Button variant="default" size="xs" onClick={() => setRevoking(key)}>
              {t('revoke')}
            </Button>
          ),
        }))}
      />
      {issuing && data && (
        <IssueKeyDialog sources={data.sources} onIssued={again} onClose={() => setIssuing(false)} />
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
    </Panel>
  )
}
