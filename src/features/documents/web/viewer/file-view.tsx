import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { portalFetch } from '../../../../platform/web/api/portal-fetch.ts'
import { readRest } from '../../../../platform/web/api/read-rest.ts'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import { decodeText } from '../../domain/decode-text.ts'
import css from './viewer.module.css'

const PdfView = lazyComponent(() => import('./pdf-view.tsx'))

type FileViewProps = {
  /** Of the file on our server. */
  address: string
  title: string
  mediaType: string
  /** Looked for as soon as a PDF is open. */
  query?: string | undefined
}

/** A document as far as a browser can show it: PDFs, pictures, text. Of other kinds it says that they have to be downloaded. */
export function FileView({ address, title, mediaType, query }: FileViewProps) {
  const t = useTranslations('viewer')
  if (mediaType === 'application/pdf')
    return (
      // Its own: what stands around the file is there while the reader of PDFs is fetched.
      <Suspense fallback={<div className={css.viewer} aria-busy />}>
        <PdfView address={address} title={title} query={query} />
      </Suspense>
    )
  if (mediaType.startsWith('image/'))
    return (
      <div className={css.viewer}>
        <div className={css.picture}>
          <img src={address} alt={title} />
        </div>
      </div>
    )
  if (mediaType.startsWith('text/')) return <TextView address={address} title={title} />
  return (
    <div className={css.viewer}>
      <EmptyState title={t('noPreview')} hint={t('noPreviewText')} />
    </div>
  )
}

const SHOWN = 262_144

function TextView({ address, title }: Pick<FileViewProps, 'address' | 'title'>) {
  const t = useTranslations('viewer')
  const read = useQuery({
    queryKey: ['file-text', address],
    queryFn: async ({ signal }) => {
      const response = await portalFetch(address, { headers: { range: `bytes=0-${SHOWN - 1}` }, signal })
      const whole = Number(response.headers.get('content-range')?.split('/')[1] ?? 0)
      const bytes = new Uint8Array(await readRest(response.arrayBuffer()))
      return { text: decodeText(bytes), cut: whole > SHOWN }
    },
  })
  return (
    <div className={css.viewer} aria-busy={read.isPending}>
      <div className={css.stage}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
        <section className={css.scroll} tabIndex={0} aria-label={title}>
          {read.data && <pre className={css.text}>{read.data.text}</pre>}
        </section>
        {read.isError && (
          <div className={css.instead}>
            <ErrorCard
              title={t('failed')}
              failure={read.error}
              onRetry={() => void read.refetch()}
              framed={false}
            />
          </div>
        )}
      </div>
      {read.data?.cut && <p className={css.note}>{t('textCut')}</p>}
    </div>
  )
}
