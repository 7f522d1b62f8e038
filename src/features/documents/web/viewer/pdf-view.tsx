import { Button } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { PasswordField } from '../../../../platform/web/kit/password-field.tsx'
import { find } from './open-pdf.ts'
import { PdfTools } from './pdf-tools.tsx'
import { type PdfState, usePdf } from './use-pdf.ts'
import { useViewerFacts } from './use-viewer-facts.ts'
import css from './viewer.module.css'

type PdfViewProps = {
  /** Of the file on our server. */
  address: string
  title: string
  /** Looked for as soon as the file is open: what a search found it by. */
  query?: string | undefined
}

/** A PDF, read in the page: pages, search, size, by keyboard and by hand. Nothing in the file runs. */
export default function PdfView({ address, title, query = '' }: PdfViewProps) {
  const t = useTranslations('viewer')
  const language = useLocale()
  const container = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [wanted, setWanted] = useState(query)
  const words = { page: (page: string) => t('pageName', { page }), language }
  const { state, viewer } = usePdf(container, address, words, attempt)
  const facts = useViewerFacts(viewer)
  const open = state.is === 'open'

  useEffect(() => {
    if (viewer && open) find(viewer, wanted)
  }, [viewer, open, wanted])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!viewer || !open) return
    if ((event.ctrlKey || event.metaKey) && event.key === 'f') {
      event.preventDefault()
      field.current?.select()
      field.current?.focus()
    } else if (event.target === container.current && '+='.includes(event.key)) viewer.viewer.increaseScale()
    else if (event.target === container.current && event.key === '-') viewer.viewer.decreaseScale()
    else if (event.key === 'F3') {
      event.preventDefault()
      find(viewer, wanted, event.shiftKey ? 'previous' : 'next')
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the parts inside
    <div className={css.viewer} onKeyDown={onKeyDown}>
      <PdfTools
        viewer={open ? viewer : undefined}
        facts={facts}
        pages={open ? state.pages : undefined}
        wanted={wanted}
        onWant={setWanted}
        field={field}
      />
      <div className={css.stage} aria-busy={state.is === 'opening'}>
        {/* biome-ignore-start lint/a11y: pdf.js asks for a div; it is scrolled by keyboard */}
        <div
          ref={container}
          className={css.scroll}
          role="region"
          tabIndex={0}
          aria-label={t('pages', { title })}
        >
          <div className="pdfViewer" />
        </div>
        {/* biome-ignore-end lint/a11y: as above */}
        <Instead state={state} onRetry={() => setAttempt((last) => last + 1)} />
      </div>
    </div>
  )
}

/** What stands where the pages would be. */
function Instead({ state, onRetry }: { state: PdfState; onRetry: () => void }) {
  const t = useTranslations('viewer')
  if (state.is === 'open') return null
  return (
    <div className={css.instead}>
      {state.is === 'opening' && <p className={css.quiet}>{t('opening')}</p>}
      {state.is === 'failed' && (
        <ErrorCard title={t('failed')} failure={state.failure} onRetry={onRetry} framed={false} />
      )}
      {state.is === 'unreadable' && <EmptyState title={t('unreadable')} hint={t('unreadableText')} />}
      {state.is === 'locked' && <Unlock wrong={state.wrong} unlock={state.unlock} />}
    </div>
  )
}

function Unlock({ wrong, unlock }: { wrong: boolean; unlock: (password: string) => void }) {
  const t = useTranslations('viewer')
  const [password, setPassword] = useState('')
  return (
    <form
      className={css.unlock}
      onSubmit={(event) => {
        event.preventDefault()
        unlock(password)
      }}
    >
      <p>{t('locked')}</p>
      <PasswordField
        label={t('password')}
        value={password}
        autoComplete="off"
        error={wrong && t('wrongPassword')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" disabled={password === ''}>
        {t('unlock')}
      </Button>
    </form>
  )
}
