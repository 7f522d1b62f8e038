import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { FactsTable } from '../../../platform/web/kit/record-list.tsx'
import type { Document } from '../contract.ts'
import { DownloadButton, StatusBadge, ViewVersion } from './document-parts.tsx'
import css from './documents.module.css'

/** When it was released, and who signed for it: name, moment, meaning, and the checksum of what was signed (21 CFR 11.50). */
function Released({ version: { releasedAt, signatures } }: { version: Document['versions'][number] }) {
  const t = useTranslations('documents')
  const formats = useFormats()
  return (
    <>
      {releasedAt ? formats.date(releasedAt.slice(0, 10)) : '–'}
      {signatures.map(({ meaning, by, at, checksum }) => (
        <span key={at} className={css.signature}>
          {t(`signed.${meaning}`, { by, at: formats.dateTime(at) })}{' '}
          <code>{t('signedChecksum', { checksum })}</code>
        </span>
      ))}
    </>
  )
}

/** Every version that was released, the newest first, each saying whether it is the one that counts. */
export function DocumentVersions({ document }: { document: Document }) {
  const t = useTranslations('documents')
  const formats = useFormats()
  if (document.versions.length === 0) return <EmptyState title={t('noVersions')} />
  return (
    <FactsTable
      label={t('versions')}
      columns={[
        { title: t('version'), figure: true },
        { title: t('status') },
        { title: t('date') },
        { title: t('change') },
        { title: t('file') },
        { title: t('actions') },
      ]}
      rows={document.versions.map((version) => ({
        key: String(version.version),
        cells: [
          version.version,
          <StatusBadge
            key="status"
            status={
              version.status === 'available' && document.status !== 'available'
                ? document.status
                : version.status
            }
          />,
          <Released key="released" version={version} />,
          version.note ?? '–',
          `${version.fileName} (${formats.fileSize(version.size)})`,
          <span key="actions" className={css.actions}>
            {version.opens && <ViewVersion document={document} version={version.version} />}
            <DownloadButton
              document={{ id: document.id, title: `${document.title}, ${version.version}` }}
              opens={version.opens}
              version={version.version}
            />
          </span>,
        ],
      }))}
    />
  )
}
