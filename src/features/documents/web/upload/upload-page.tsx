import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { Refusal } from '../../../../platform/web/kit/refusal.tsx'
import { StorageNote } from '../../../storage/web/published.tsx'
import type { Audience } from '../../admin-contract.ts'
import { FORMAT_NAMES, LARGEST_FILE } from '../../domain/vocabulary.ts'
import { AudienceField, audienceFault } from '../admin/audience-field.tsx'
import css from '../admin/library.module.css'
import { DOCUMENTS } from '../documents-queries.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { UploadItem } from './upload-item.tsx'
import { createUploads, type Upload } from './uploads.ts'

/** Many files at once: dropped or chosen, looked at, and sent; what breaks off goes on where it stopped (E8). */
export default function UploadPage() {
  const t = useTranslations('library')
  const queries = useQueryClient()
  const [uploads] = useState(createUploads)
  const items = useSyncExternalStore(uploads.listen, uploads.read)
  const [audience, setAudience] = useState<Audience | null>(null)
  const [edited, setEdited] = useState<number | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const done = items.filter(({ state }) => state === 'done').length
  const ready = items.filter(({ state }) => state === 'ready')
  const underWay = items.some(({ state }) => ['queued', 'sending'].includes(state))
  const wrong = audienceFault(audience)
  useEffect(() => uploads.end, [uploads])
  useEffect(() => {
    if (done > 0) void queries.invalidateQueries({ queryKey: DOCUMENTS })
  }, [done, queries])
  useLeaving(underWay)
  const open = items.find(({ key }) => key === edited)
  return (
    <>
      <PageHead
        title={t('uploadTitle')}
        subtitle={t('uploadSubtitle', {
          formats: FORMAT_NAMES.join(', '),
          limit: LARGEST_FILE / 1024 / 1024,
        })}
        trail={<Link to="/admin/documents">{t('title')}</Link>}
        actions={
          <Button
            disabled={ready.length === 0 || wrong !== undefined}
            onClick={() => audience && uploads.start(audience)}
          >
            {ready.length === 0 ? t('uploadNow') : t('uploadAll', { count: ready.length })}
          </Button>
        }
      />
      <div className={css.panels}>
        <div>
          <Drop onFiles={uploads.add} onChoose={() => picker.current?.click()} />
          <StorageNote />
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={t('choose')}
          accept={FORMAT_NAMES.map((format) => `.${format}`).join(',')}
          onChange={(event) => {
            uploads.add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        <Panel title={t('forAll')}>
          <div className={css.panels}>
            <AudienceField audience={audience} onChange={setAudience} />
            {wrong && items.length > 0 && <Refusal>{t(`faults.${wrong}`)}</Refusal>}
          </div>
        </Panel>
        {items.length > 0 && <p role="status">{t('progress', { done, count: items.length })}</p>}
        <ul className={css.files} aria-label={t('files')}>
          {items.map((item) => (
            <UploadItem
              key={item.key}
              item={item}
              startable={wrong === undefined}
              onEdit={() => setEdited(item.key)}
              onStart={() => audience && uploads.start(audience, [item.key])}
              onStop={() => uploads.stop(item.key)}
              onRemove={() => uploads.remove(item.key)}
            />
          ))}
        </ul>
      </div>
      {open && (
        <UploadDialog
          item={open}
          onSave={(more: Pick<Upload, 'facts' | 'note'>) => {
            uploads.change(open.key, more)
            setEdited(null)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

/** The browser asks before a page is left on which something is on its way. */
function useLeaving(underWay: boolean) {
  useEffect(() => {
    if (!underWay) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [underWay])
}

function Drop({ onFiles, onChoose }: { onFiles: (files: File[]) => void; onChoose: () => void }) {
  const t = useTranslations('library')
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the button inside is everybody's
    <div
      className={css.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      <span>{t('drop')}</span>
      <Button variant="default" onClick={onChoose}>
        {t('choose')}
      </Button>
    </div>
  )
}
