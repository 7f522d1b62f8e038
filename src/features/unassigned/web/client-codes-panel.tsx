import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { SearchedRecords } from '../../../platform/web/kit/record-list.tsx'
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
  const queries = useQueryClient()
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
    <Panel
      title={t('codes')}
      note={t('codesNote')}
      flush
      busy={!data}
      actions={
        !suspended &&
        data && (
          <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
            {t('addCode')}
          </Button>
        )
      }
    >
      {data?.items.length === 0 && <EmptyState title={t('noCodes')} hint={t('noCodesHint')} />}
      <SearchedRecords
        inAddress="codes"
        label={t('codes')}
        items={(data?.items ?? []).map((one) => ({
          key: `${one.sourceId} ${one.clientCode} ${one.clientName}`,
          words: `${one.clientCode ?? ''} ${one.clientName} ${one.source ?? ''}`,
          title: one.clientCode ?? one.clientName,
          facts: [one.clientCode === null ? t('byName') : t('codeIn', { source: one.source ?? '' })],
          actions: !suspended && (
            <Button variant="default" size="xs" onClick={() => setRemoving(one)}>
              {t('removeCode')}
            </Button>
          ),
        }))}
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
    </Panel>
  )
}
