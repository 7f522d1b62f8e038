import { Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import css from './documents.module.css'

export function CardsSkeleton() {
  const t = useTranslations('ui')
  return (
    <div className={css.cards} role="status" aria-busy="true" aria-label={t('loading')}>
      {['1', '2', '3', '4', '5', '6'].map((place) => (
        <Skeleton key={place} height={164} />
      ))}
    </div>
  )
}
