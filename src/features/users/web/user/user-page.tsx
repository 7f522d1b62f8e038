import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../../platform/web/kit/badge.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../../platform/web/kit/page-head.tsx'
import { QuotaPanel } from '../../../storage/web/published.tsx'
import css from '../users.module.css'
import { USERS, userQuery } from '../users-queries.ts'
import { AccessPanel } from './access-panel.tsx'
import { AccountPanel } from './account-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** One person: what they may enter, whether they can sign in, and where they are signed in. */
export default function UserPage() {
  const t = useTranslations('users')
  const formats = useFormats()
  const { userId = '' } = useParams({ strict: false }) as { userId?: string }
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: user, error, refetch } = useQuery(userQuery(userId))
  const trail = <Link to="/admin/users">{t('title')}</Link>
  if (error && !user)
    return (
      <>
        <PageHead title={t('title')} trail={trail} />
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      </>
    )
  if (!user)
    return (
      <div aria-busy="true">
        <PageHead title={t('title')} trail={trail} />
      </div>
    )
  const leave = () => {
    queries.removeQueries({ queryKey: userQuery(userId).queryKey })
    void navigate({ to: '/admin/users' })
    void changed()
  }
  const changed = () => queries.invalidateQueries({ queryKey: USERS })
  const seen = user.lastSignIn
    ? t('lastSignIn', { at: formats.dateTime(user.lastSignIn) })
    : t('neverSignedIn')
  return (
    <>
      <PageHead
        title={user.name}
        trail={trail}
        badge={user.deactivatedAt ? <Badge tone="mute">{t('deactivated')}</Badge> : undefined}
        subtitle={`${user.email} · ${seen}`}
      />
      <div className={css.panels}>
        <AccountPanel user={user} onChanged={changed} onErased={leave} />
        {/* A change from elsewhere begins the form anew: what is sent names the version that was seen. */}
        <AccessPanel key={user.accessVersion} user={user} onChanged={changed} />
        <SessionsPanel user={user} onChanged={changed} />
        <QuotaPanel whose={{ userId }} />
      </div>
    </>
  )
}
