import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import css from './upstream.module.css'
import { rawRowQuery } from './upstream-queries.ts'

type DialogProps = { batch: number; row: number; onClose: () => void }

/** A faulty row as it stood in what was sent: each cell under its heading. */
export function RawRowDialog({ batch, row, onClose }: DialogProps) {
  const t = useTranslations('upstream')
  const { data, error, refetch } = useQuery(rawRowQuery(batch, row))
  return (
    <Dialog opened title={t('rawRow', { row })} size="lg" onClose={onClose}>
      {error && !data ? (
        <ErrorCard title={t('rowNotKept')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy={!data || undefined}>
          <dl className={css.facts}>
            {data?.cells.map((cell, at) => {
              const heading = data.headings?.[at] || t('cellNo', { number: at + 1 })
              const key = `${at}`
              return [
                <dt key={`${key}-name`}>{heading}</dt>,
                <dd key={key}>{cell === '' ? <span className={css.none}>{t('emptyCell')}</span> : cell}</dd>,
              ]
            })}
          </dl>
          {data?.cut && <p className={css.none}>{t('rowCut')}</p>}
          <p className={css.none}>{t('rowKeptFor')}</p>
        </div>
      )}
    </Dialog>
  )
}
