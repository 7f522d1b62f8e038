import { Skeleton } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { BrandMark } from '../../../platform/web/kit/brand-mark.tsx'
import { LanguageMenu, ThemeToggle } from '../../../platform/web/kit/display-controls.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useDocumentTitle } from '../../../platform/web/kit/page-head.tsx'
import { lookAtLink } from './set-up-api.ts'
import { SetUpDone } from './set-up-done.tsx'
import { SetUpForm } from './set-up-form.tsx'
import css from './set-up-page.module.css'

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
      <Frame title={t('doneTitle')}>
        <SetUpDone secret={done.key} signedIn={done.signedIn} />
      </Frame>
    )
  if (isProblem(link.error, 404))
    return (
      <Frame title={t('title')}>
        <EmptyState
          title={link.error.problem.title}
          hint={link.error.problem.detail ?? ''}
          icon={<IconLinkOff size={22} stroke={1.75} />}
          actions={<Link to="/acces">{t('toSignIn')}</Link>}
        />
      </Frame>
    )
  if (link.error)
    return (
      <Frame title={t('title')}>
        <ErrorCard
          title={t('failed')}
          failure={link.error}
          onRetry={() => void link.refetch()}
          framed={false}
        />
      </Frame>
    )
  return (
    <Frame title={t('title')} lead={t('lead')}>
      {link.isPending ? (
        <div aria-busy="true">
          <Skeleton height={420} />
        </div>
      ) : (
        <SetUpForm token={token} onDone={setDone} />
      )}
    </Frame>
  )
}

function Frame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className={css.page}>
      <header className={css.top}>
        <BrandMark onCanvas />
        <span className={css.choices}>
          <LanguageMenu />
          <ThemeToggle />
        </span>
      </header>
      <main className={css.card}>
        <h1>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
        {children}
      </main>
    </div>
  )
}
