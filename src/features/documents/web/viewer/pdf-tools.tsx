import { NativeSelect } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { IconButton } from '../../../../platform/web/kit/icon-button.tsx'
import { find, type Viewer } from './open-pdf.ts'
import type { ViewerFacts } from './use-viewer-facts.ts'
import css from './viewer.module.css'

const icon = { size: 18, stroke: 1.75 }
const FITS = ['auto', 'page-width', 'page-fit']
const SCALES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]

type PdfToolsProps = {
  /** Undefined while there are no pages. */
  viewer: Viewer | undefined
  facts: ViewerFacts
  pages: number | undefined
  wanted: string
  onWant: (wanted: string) => void
  field: RefObject<HTMLInputElement | null>
}

export function PdfTools({ viewer, facts, pages, wanted, onWant, field }: PdfToolsProps) {
  const t = useTranslations('viewer')
  return (
    <div className={css.tools} role="toolbar" aria-label={t('tools')}>
      <Search viewer={viewer} found={facts.found} wanted={wanted} onWant={onWant} field={field} />
      <span className={css.group}>
        <IconButton
          label={t('previousPage')}
          disabled={!viewer || facts.page <= 1}
          onClick={() => viewer?.viewer.previousPage()}
        >
          <IconChevronLeft {...icon} />
        </IconButton>
        <PageField viewer={viewer} page={facts.page} pages={pages} />
        <IconButton
          label={t('nextPage')}
          disabled={!viewer || facts.page >= (pages ?? 1)}
          onClick={() => viewer?.viewer.nextPage()}
        >
          <IconChevronRight {...icon} />
        </IconButton>
      </span>
      <Size viewer={viewer} scale={facts.scale} />
    </div>
  )
}

type SearchProps = Pick<PdfToolsProps, 'viewer' | 'wanted' | 'onWant' | 'field'> & Pick<ViewerFacts, 'found'>

function Search({ viewer, found, wanted, onWant, field }: SearchProps) {
  const t = useTranslations('viewer')
  const step = (way: 'next' | 'previous') => viewer && find(viewer, wanted, way)
  const none = !viewer || !wanted || !found?.total
  return (
    <span className={css.group}>
      <span className={css.search}>
        <IconSearch {...icon} aria-hidden />
        <input
          ref={field}
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={200}
          disabled={!viewer}
          value={wanted}
          onChange={(event) => onWant(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? 'previous' : 'next')
            if (event.key === 'Escape') onWant('')
          }}
        />
        <span className={css.found} role="status">
          {wanted && found && t('found', { current: found.current, total: found.total })}
        </span>
      </span>
      <IconButton label={t('previousHit')} disabled={none} onClick={() => step('previous')}>
        <IconChevronUp {...icon} />
      </IconButton>
      <IconButton label={t('nextHit')} disabled={none} onClick={() => step('next')}>
        <IconChevronDown {...icon} />
      </IconButton>
    </span>
  )
}

/** The page that is seen; another number and Enter goes there. */
function PageField({ viewer, page, pages }: { viewer: Viewer | undefined; page: number; pages?: number }) {
  const t = useTranslations('viewer')
  const [typed, setTyped] = useState<string>()
  // Moved on by itself: what was typed is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page
  useEffect(() => setTyped(undefined), [page])
  const go = () => {
    const wished = Math.round(Number(typed))
    if (viewer && pages && wished >= 1) viewer.viewer.currentPageNumber = Math.min(wished, pages)
    setTyped(undefined)
  }
  return (
    <span className={css.page}>
      <input
        inputMode="numeric"
        aria-label={t('page')}
        disabled={!viewer}
        size={3}
        value={typed ?? page}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, '').slice(0, 5))}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go()
        }}
      />
      {pages !== undefined && <span>{t('ofPages', { pages })}</span>}
    </span>
  )
}

function Size({ viewer, scale }: { viewer: Viewer | undefined; scale: number }) {
  const t = useTranslations('viewer')
  const format = useFormatter()
  const [fit, setFit] = useState('auto')
  const percent = (share: number) => format.number(share, { style: 'percent', maximumFractionDigits: 0 })
  const choose = (value: string) => {
    if (!viewer || value === 'own') return
    setFit(FITS.includes(value) ? value : 'own')
    viewer.viewer.currentScaleValue = value
  }
  const change = (way: 'increaseScale' | 'decreaseScale') => () => {
    viewer?.viewer[way]()
    setFit('own')
  }
  const shown = fit === 'own' ? (SCALES.includes(scale) ? String(scale) : 'own') : fit
  return (
    <span className={css.group}>
      <IconButton label={t('smaller')} disabled={!viewer} onClick={change('decreaseScale')}>
        <IconZoomOut {...icon} />
      </IconButton>
      <NativeSelect
        className={css.size}
        aria-label={t('size')}
        size="xs"
        disabled={!viewer}
        value={shown}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: 'auto', label: t('fitAuto') },
          { value: 'page-width', label: t('fitWidth') },
          { value: 'page-fit', label: t('fitPage') },
          ...(shown === 'own' ? [{ value: 'own', label: percent(scale) }] : []),
          ...SCALES.map((share) => ({ value: String(share), label: percent(share) })),
        ]}
      />
      <IconButton label={t('larger')} disabled={!viewer} onClick={change('increaseScale')}>
        <IconZoomIn {...icon} />
      </IconButton>
    </span>
  )
}
