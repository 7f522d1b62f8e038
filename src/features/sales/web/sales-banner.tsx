import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { salesFailure } from './sales-failure.ts'
import type { useSalesScreen } from './use-sales-screen.ts'

type SalesBannerProps = {
  /** The screen's own. */
  words: Parameters<typeof salesFailure>[0]
  loading: string
  screen: Pick<ReturnType<typeof useSalesScreen>, 'failure' | 'staleFailure' | 'updatedAt' | 'refresh'> & {
    data: { asOf: string | null } | undefined
  }
  /** Kinds of upstream data that the screen shows. */
  kinds: readonly string[]
  loaded: string | undefined
}

/** How many records stand behind the figures and from when they are, or why there are none (source, section 8). */
export function SalesBanner({ words, screen, kinds, loaded, loading }: SalesBannerProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const { data, failure, staleFailure, updatedAt, refresh } = screen
  const refused = failure ?? (isProblem(staleFailure) ? staleFailure : null)
  const error = refused && t('bannerError', { message: salesFailure(words, refused) })
  const kept = data && t('stillShown', { time: formats.time(updatedAt) })
  return (
    <ConnectionBanner
      loaded={loaded}
      loading={loading}
      error={error && [error, kept].filter(Boolean).join(' ')}
      staleFailure={staleFailure}
      updatedAt={updatedAt}
      asOf={data?.asOf}
      kinds={kinds}
      // Without any figures, the card in their place offers it.
      onRetry={data && refresh}
    />
  )
}
