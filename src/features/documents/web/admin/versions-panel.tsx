import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../../platform/web/kit/badge.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { FactsTable } from '../../../../platform/web/kit/record-list.tsx'
import type { AdminDocument } from '../../admin-contract.ts'
import { DownloadButton, StatusBadge, ViewVersion } from '../document-parts.tsx'
import css from '../documents.module.css'
import library from './library.module.css'

const TONES = { pending: 'warn', clean: 'good', infected: 'bad', failed: 'bad' } as const satisfies Record<
  string,
  Tone
>

/** When a version was released, and who signed for it: name, moment and meaning; the checksum stands beside it. */
function Released({ version: { releasedAt, signatures } }: { version: AdminDocument['versions'][number] }) {
  const t = useTranslations('library')
  const formats = useFormats()
  const isSigned = signatures.some(({ meaning }) => meaning === 'released')
  return (
    <ul className={library.signatures}>
      {releasedAt && !isSigned && <li>{formats.dateTime(releasedAt)}</li>}
      {signatures.map(({ meaning, by, at, checksum }) => (
        <li key={at} title={checksum}>
          {t(`signed.${meaning}`, { by, at: formats.dateTime(at) })}
        </li>
      ))}
    </ul>
  )
}

/** Every version, also those that are not released; their keepers open each of them. */
export function VersionsPanel({ document }: { document: AdminDocument }) {
  const t = useTranslations('library')
  const d = useTranslations('documents')
  const formats = useFormats()
  const scanned = document.versions.some(({ scan }) => scan !== null)
  return (
    <Panel title={d('versions')} flush>
      <div className={css.wide}>
        <FactsTable
          label={d('versions')}
          columns={[
            { title: d('version'), figure: true },
            { title: d('status') },
            { title: t('uploaded') },
            { title: t('released') },
            { title: d('change') },
            { title: d('file') },
            { title: t('checksum') },
            ...(scanned ? [{ title: t('scan') }] : []),
            { title: d('actions') },
          ]}
          rows={document.versions.map((version) => ({
            key: String(version.version),
            cells: [
              version.version,
              <StatusBadge
                key="status"
                status={version.status === 'available' ? document.status : version.status}
              />,
              [formats.dateTime(version.uploadedAt), version.uploadedBy].filter(Boolean).join(' · '),
              version.releasedAt ? <Released key="released" version={version} /> : '–',
              version.note ?? '–',
              `${version.fileName} (${formats.fileSize(version.size)})`,
              <code key="checksum" title={version.checksum}>
                {version.checksum.slice(0, 12)}
              </code>,
              ...(scanned
                ? [
                    version.scan ? (
                      <Badge key="scan" tone={TONES[version.scan]}>
                        {t(`scans.${version.scan}`)}
                      </Badge>
                    ) : (
                      '–'
                    ),
                  ]
                : []),
              <span key="actions" className={css.actions}>
                {version.status !== 'draft' && version.scan !== 'infected' && (
                  <ViewVersion document={document} version={version.version} />
                )}
                <DownloadButton
                  document={{ id: document.id, title: `${document.title}, ${version.version}` }}
                  opens={
                    version.scan === null ||
                    version.scan === 'clean' ||
                    (version.status !== 'draft' && version.scan !== 'infected')
                  }
                  version={version.version}
                />
              </span>,
            ],
          }))}
        />
      </div>
    </Panel>
  )
}
