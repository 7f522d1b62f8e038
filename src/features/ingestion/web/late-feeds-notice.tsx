import { IconClockExclamation } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useLateFeeds } from '../../../platform/web/freshness/feeds.tsx'
import { Notice } from '../../../platform/web/kit/notice.tsx'

/** Tells those who look after ingestion which feed is late (B8). */
export function LateFeedsNotice() {
  const t = useTranslations('feeds')
  const formats = useFormats()
  const late = useLateFeeds()
  const { permissions } = useAccess()
  if (!permissions.includes('ingestion.read') || late.length === 0) return null
  const said = late.map(({ kind, asOf, expectedEvery }) =>
    t('lateFeed', {
      feed: t.has(`kinds.${kind}` as never) ? t(`kinds.${kind}` as never) : kind,
      time: formats.asOf(asOf),
      interval: formats.duration(expectedEvery ?? 0),
    }),
  )
  return (
    <Notice
      tone="warn"
      icon={<IconClockExclamation size={18} stroke={1.75} aria-hidden />}
      title={t('late', { count: late.length })}
    >
      {said.join(' ')}
    </Notice>
  )
}
