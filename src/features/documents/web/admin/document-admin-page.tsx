import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../../platform/web/access/access.tsx'
import { isProblem } from '../../../../platform/web/api/failures.ts'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import type { AdminDocument } from '../../admin-contract.ts'
import { StatusBadge } from '../document-parts.tsx'
import { DOCUMENTS } from '../documents-queries.ts'
import { AboutPanel } from './about-panel.tsx'
import { FactsDialog } from './facts-dialog.tsx'
import css from './library.module.css'
import { adminDocumentQuery } from './library-queries.ts'
import { NewVersionDialog } from './new-version-dialog.tsx'
import { RecordPanels } from './record-panels.tsx'
import { ReleaseDialog, WithdrawDialog } from './release-dialogs.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { SignaturesPanel } from './signatures-panel.tsx'
import { VersionsPanel } from './versions-panel.tsx'

/** One document as its keepers know it: what it is, every version, its history, and who opened it. */
export default function DocumentAdminPage() {
  const t = useTranslations('library')
  const d = useTranslations('documents')
  const params: unknown = useParams({ strict: false })
  const id = Number((params as { id?: string }).id)
  const known = Number.isInteger(id) && id > 0 && id < 2 ** 31
  const { data, error, refetch } = useQuery({ ...adminDocumentQuery(id), enabled: known })
  if (data) return <Opened document={data} />
  return (
    <>
      <PageHead title={d('document')} trail={<Link to="/admin/documents">{t('title')}</Link>} />
      {!known || isProblem(error, 404) ? (
        <EmptyState title={d('noSuch')} hint={t('noSuchHint')} />
      ) : error ? (
        <ErrorCard title={d('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label={d('document')} />
      )}
    </>
  )
}

type Open = 'facts' | 'version' | 'withdraw' | { release: number } | null

function Opened({ document }: { document: AdminDocument }) {
  const t = useTranslations('library')
  const d = useTranslations('documents')
  const queries = useQueryClient()
  const approves = can(useAccess(), { permission: 'documents.approve' })
  const [opened, setOpened] = useState<Open>(null)
  const close = () => setOpened(null)
  const done = () => {
    close()
    void queries.invalidateQueries({ queryKey: DOCUMENTS })
  }
  const offered = document.versions.find(({ status }) => status === 'available')?.version ?? 0
  const [newest] = document.versions
  const next = newest?.status === 'draft' && newest.version > offered ? newest.version : null
  return (
    <>
      <PageHead
        title={document.title}
        badge={<StatusBadge status={document.status} />}
        trail={<Link to="/admin/documents">{t('title')}</Link>}
        subtitle={document.description}
        actions={
          <>
            <Button variant="default" onClick={() => setOpened('version')}>
              {t('newVersion')}
            </Button>
            {approves && document.status !== 'withdrawn' && offered > 0 && (
              <Button variant="default" onClick={() => setOpened('withdraw')}>
                {t('withdraw')}
              </Button>
            )}
            {approves && next !== null && (
              <Button onClick={() => setOpened({ release: next })}>{t('release', { version: next })}</Button>
            )}
          </>
        }
      />
      <div className={css.panels}>
        {document.withdrawnReason && (
          <p role="note">
            <strong>{d('statuses.withdrawn')}</strong> {document.withdrawnReason}
          </p>
        )}
        <AboutPanel document={document} onEdit={() => setOpened('facts')} />
        <VersionsPanel document={document} />
        {document.shelves.includes('legal') && offered > 0 && (
          <SignaturesPanel id={document.id} version={offered} />
        )}
        <RetentionPanel document={document} approves={approves} onDone={done} />
        <RecordPanels id={document.id} />
      </div>
      {opened === 'facts' && <FactsDialog document={document} onDone={done} onClose={close} />}
      {opened === 'version' && <NewVersionDialog document={document} onDone={done} onClose={close} />}
      {opened === 'withdraw' && <WithdrawDialog document={document} onDone={done} onClose={close} />}
      {typeof opened === 'object' && opened !== null && (
        <ReleaseDialog document={document} version={opened.release} onDone={done} onClose={close} />
      )}
    </>
  )
}
