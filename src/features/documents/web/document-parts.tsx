import { Button } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import type { DocumentRow } from '../contract.ts'
import type { DocumentStatus, VersionStatus } from '../domain/vocabulary.ts'
import css from './documents.module.css'
import { useDownload } from './use-download.ts'
import { addressOf, useOpenDocument } from './use-open-document.ts'

const TONES: Record<DocumentStatus | VersionStatus, Tone> = {
  draft: 'mute',
  pending: 'warn',
  available: 'good',
  held: 'bad',
  expired: 'bad',
  withdrawn: 'bad',
  superseded: 'mute',
  blocked: 'bad',
}

export function StatusBadge({ status }: { status: DocumentStatus | VersionStatus }) {
  const t = useTranslations('documents')
  return <Badge tone={TONES[status]}>{t(`statuses.${status}`)}</Badge>
}

type Named = Pick<DocumentRow, 'id' | 'title'> & Partial<Pick<DocumentRow, 'hit'>>

/** View leads to the document's own page; Download takes the file that is offered now, where there is one. */
export function DocumentActions({ document }: { document: Named & { opens: boolean } }) {
  const t = useTranslations('documents')
  return (
    <span className={css.actions}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
        renderRoot={(props) => <Link {...addressOf(document)} {...props} />}
        aria-label={t('viewOf', { title: document.title })}
      >
        {t('view')}
      </Button>
      <DownloadButton document={document} opens={document.opens} />
    </span>
  )
}

/** Leads to the file of one version, marked where it does not count any more. */
export function ViewVersion({ document, version }: { document: Named; version: number }) {
  const t = useTranslations('documents')
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => (
        <Link to="/documents/$id" params={{ id: String(document.id) }} search={{ v: version }} {...props} />
      )}
      aria-label={t('viewOf', { title: `${document.title}, ${version}` })}
    >
      {t('view')}
    </Button>
  )
}

/** The same in a row of a table, which opens the document itself. */
export function RowActions({ document }: { document: Named & { opens: boolean } }) {
  const t = useTranslations('documents')
  const open = useOpenDocument()
  const { busy, download } = useDownload(document.id, document.title)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only keeps the row from answering too
    <span className={css.icons} onClick={(event) => event.stopPropagation()}>
      <IconButton
        variant="subtle"
        label={t('viewOf', { title: document.title })}
        onClick={() => open(document)}
      >
        <IconEye size={18} stroke={1.75} aria-hidden />
      </IconButton>
      <IconButton
        variant="subtle"
        label={t('downloadOf', { title: document.title })}
        disabled={!document.opens}
        loading={busy}
        onClick={download}
      >
        <IconDownload size={18} stroke={1.75} aria-hidden />
      </IconButton>
    </span>
  )
}

type DownloadProps = { document: Named; opens: boolean; version?: number; size?: 'sm' }

export function DownloadButton({ document, opens, version, size }: DownloadProps) {
  const t = useTranslations('documents')
  const { busy, download } = useDownload(document.id, document.title, version)
  return (
    <Button
      size={size ?? 'compact-sm'}
      variant={size ? 'filled' : 'default'}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      aria-label={t('downloadOf', { title: document.title })}
      disabled={!opens}
      loading={busy}
      onClick={download}
    >
      {t('download')}
    </Button>
  )
}
