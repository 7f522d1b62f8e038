import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { Document } from '../contract.ts'
import { FORMATS } from '../domain/vocabulary.ts'
import { FileView } from './viewer/file-view.tsx'
import { TextNote } from './viewer/text-note.tsx'
import css from './viewer/viewer.module.css'

type ShownFileProps = { document: Document; version: number | undefined; query: string | undefined }

/** The file that is offered, or that of the version which was asked for: one that does not count any more says so on its face. */
export function ShownFile({ document, version, query }: ShownFileProps) {
  const t = useTranslations('documents')
  const shown = document.versions.find((one) => one.version === (version ?? document.version))
  if (!shown) return null
  const offered = shown.version === document.version && document.opens
  if (!offered && (version === undefined || !shown.opens)) return null
  const older = shown.version !== document.version
  const status = shown.status === 'available' ? document.status : shown.status
  const mark = status === 'superseded' || status === 'expired' || status === 'withdrawn' ? status : null
  const path = `/api/v1/documents/${document.id}`
  return (
    <Panel title={older ? t('contentOf', { version: shown.version }) : t('content')} flush>
      {mark && (
        <p className={css.mark} role="note">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <span>
            <strong>{t(`marks.${mark}`, { version: shown.version })}</strong>{' '}
            {older && document.opens && (
              <Link to="/documents/$id" params={{ id: String(document.id) }} search={{}}>
                {t('toCurrent', { version: document.version ?? 0 })}
              </Link>
            )}
          </span>
        </p>
      )}
      <FileView
        key={shown.version}
        address={
          offered
            ? `${path}/file?disposition=inline`
            : `${path}/versions/${shown.version}/file?disposition=inline`
        }
        title={older ? `${document.title}, ${shown.version}` : document.title}
        mediaType={FORMATS[shown.format].media}
        query={query}
      />
      <TextNote text={document.text} format={shown.format} older={older} />
    </Panel>
  )
}
