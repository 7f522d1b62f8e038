import { IconClockExclamation } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../format/use-formats.tsx'
import { useFreshness } from './feeds.tsx'
import css from './freshness-line.module.css'

type FreshnessLineProps = {
  /** Kinds of upstream data that the screen shows: `orders`, `sales-history`… */
  kinds: readonly string[]
  /** What the screen's own data says, until the feeds are known. */
  asOf?: string | null | undefined
}

/** "data as of 14:32", of the oldest of the kinds; amber and in words when one is later than expected (B8). */
export function FreshnessLine({ kinds, asOf: fallback }: FreshnessLineProps) {
  const t = useTranslations('ui.freshness')
  const formats = useFormats()
  const { asOf, late } = useFreshness(kinds, fallback)
  if (!asOf) return null
  const time = formats.asOf(asOf)
  if (late?.expectedEvery == null) return <span>{t('asOf', { time })}</span>
  return (
    <span className={css.late}>
      <IconClockExclamation size={15} stroke={1.75} aria-hidden />
      {t('late', { time, interval: formats.duration(late.expectedEvery) })}
    </span>
  )
}
