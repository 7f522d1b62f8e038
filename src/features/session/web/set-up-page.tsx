import { Skeleton } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { lookAtLink } from './set-up-api.ts'
import { SetUpDone } from './set-up-done.tsx'
import { SetUpForm } from './set-up-form.tsx'

/** `/setup#token`, printed by a first start: administrator, company and first key, once (H2). */
export default function SetUpPage() {
  const t = useTranslations('setUp')
  useDocumentTitle(t('title'))
  const [token] = useState(() => window.location.hash.slice(1))
  const [done, setDone] = useState<{ key: string; signedIn: boolean } | null>(null)
  // Neither the history nor whoever looks over a shoulder keeps it.
  useEffect(() => window.history.replaceState(window.history.state, '', '/setup'), [])
  const link = useQuery({
    queryKey: ['set-up'],
    queryFn: () => lookAtLink(token),
    enabled: done === null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (done)
    return (
      <OutsideFrame title={t('doneTitle')}>
        <SetUpDone secret={done.key} signedIn={done.signedIn} />
      </OutsideFrame>
    )
  if (isProblem(link.error, 404))
    return (
      <OutsideFrame title={t('title')}>
        <EmptyState
          title={link.error.problem.title}
          hint={link.error.problem.detail ?? ''}
          icon={<IconLinkOff size={22} stroke={1.75} />}
          actions={<Link to="/acces">{t('toSignIn')}</Link>}
        />
      </OutsideFrame>
    )
  if (link.error)
    return (
      <OutsideFrame title={t('title')}>
        <ErrorCard
          title={t('failed')}
          failure={link.error}
          onRetry={() => void link.refetch()}
          framed={false}
        />
      </OutsideFrame>
    )
  return (
    <OutsideFrame title={t('title')} lead={t('lead')}>
      {link.isPending ? (
        <div aria-busy="true">
          <Skeleton height={420} />
        </div>
      ) : (
        <SetUpForm token={token} onDone={setDone} />
      )}
    </OutsideFrame>
  )
}
