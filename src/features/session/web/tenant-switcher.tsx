import { IconSelector } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import type { Session } from '../contract.ts'
import { RoleName } from './role-name.tsx'
import css from './tenant-switcher.module.css'

// Most people work for one company; the list is for the others.
const TenantChoice = lazyComponent(() => import('./tenant-choice.tsx'))

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')

type TenantSwitcherProps = { session: Session; onSwitched: () => void }

/** Role and tenant; with more than one tenant to choose from, the way to another (A7). */
export function TenantSwitcher({ session, onSwitched }: TenantSwitcherProps) {
  const t = useTranslations('session')
  const seesMany = session.permissions.includes('tenants.read')
  const name = session.tenant?.name ?? (session.user.globalAdmin ? t('globalAdmin') : t('allClients'))
  const block = (
    <>
      <span className={css.initials} aria-hidden>
        {initials(name)}
      </span>
      <span className={css.names}>
        <b>{name}</b>
        <small>
          <RoleName role={session.role} names={session.roleNames} />
        </small>
      </span>
    </>
  )
  if (!seesMany && session.memberships.length < 2) return <div className={css.block}>{block}</div>
  return (
    <Suspense fallback={<div className={css.block}>{block}</div>}>
      <TenantChoice session={session} seesMany={seesMany} onSwitched={onSwitched}>
        {block}
        <IconSelector size={16} stroke={1.75} aria-hidden />
      </TenantChoice>
    </Suspense>
  )
}
