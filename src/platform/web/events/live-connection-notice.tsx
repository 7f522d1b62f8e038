import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../format/use-formats.tsx'
import { Notice } from '../kit/notice.tsx'
import { useLiveConnectionState } from './live-connection-state.ts'

/** A restart of the server or a change of network is over before this: no reason to alarm anybody. */
const QUIET_MS = 2_500

/** Above every screen while live updates are interrupted: from when the data are, and that nothing is sent (B8). */
export function LiveConnectionNotice() {
  const t = useTranslations('ui.line')
  const formats = useFormats()
  const connection = useLiveConnectionState()
  const worth = useWorthTelling(connection.lostAt)
  if (connection.lostAt === undefined) return null
  const time = formats.asOf(connection.lostAt)
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
  if (connection.status === 'offline')
    return (
      <Notice tone="bad" icon={<IconCloudOff {...icon} />} title={t('offline')}>
        {t('offlineText', { time })}
      </Notice>
    )
  if (!worth) return null
  return (
    <Notice tone="warn" icon={<IconRefresh {...icon} />} title={t('reconnecting')}>
      {t('reconnectingText', { time })}
    </Notice>
  )
}

function useWorthTelling(lostAt: number | undefined): boolean {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (lostAt === undefined) return
    const timer = window.setTimeout(() => setSince(lostAt), Math.max(0, lostAt + QUIET_MS - Date.now()))
    return () => window.clearTimeout(timer)
  }, [lostAt])
  return lostAt !== undefined && since === lostAt
}
