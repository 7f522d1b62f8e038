import { ActionIcon } from '@mantine/core'
import { IconLogout, IconX } from '@tabler/icons-react'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Session } from '../../../features/session/contract.ts'
import { useSessionState } from '../../../features/session/web/session-store.ts'
import { TenantSwitcher } from '../../../features/session/web/tenant-switcher.tsx'
import { useSignOut } from '../../../features/session/web/use-sign-out.ts'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { BrandMark } from '../../../platform/web/kit/brand-mark.tsx'
import { itemAt, menuFor } from '../menu.ts'
import { COUNTS } from './counts.ts'
import css from './shell.module.css'

type RailProps = {
  session: Session
  /** A screen was chosen (the phone's menu closes). */
  onLeave?: () => void
  closable?: boolean
}

/** Brand, role and tenant, the screens in their groups, sign-out. */
export function Rail({ session, onLeave, closable = false }: RailProps) {
  const t = useTranslations('shell')
  const nav = useTranslations('nav')
  const groups = useTranslations('navGroups')
  const access = useAccess()
  const router = useRouter()
  const menu = menuFor(access)
  const here = useLocation({ select: ({ pathname }) => itemAt(pathname, menu) })
  const signOut = useSignOut()
  // On the way to another tenant a count would ask for the wrong one, and be refused.
  const counting = useSessionState().status === 'in'
  // The address may hold a filter that names the other tenant's things.
  const leaveFilters = () =>
    void router.navigate({ to: router.state.location.pathname, search: {}, replace: true } as never)
  return (
    <>
      <div className={css.brandRow}>
        <Link to="/" className={css.brand} onClick={onLeave}>
          <BrandMark />
        </Link>
        {closable && (
          <ActionIcon aria-label={t('closeMenu')} className={css.onRail} onClick={onLeave}>
            <IconX size={18} />
          </ActionIcon>
        )}
      </div>
      <TenantSwitcher session={session} onSwitched={leaveFilters} />
      <nav className={css.nav} aria-label={t('menu')}>
        {menu.map(({ group, items }) => (
          <div key={group}>
            {group !== 'home' && <h2 className={css.group}>{groups(group)}</h2>}
            <ul>
              {items.map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className={css.item}
                    activeProps={{ className: css.active ?? '' }}
                    // Orders are not where one is on a screen within them that has an item of its own.
                    activeOptions={{ exact: to !== here, includeSearch: false }}
                    onClick={onLeave}
                  >
                    <Icon size={18} stroke={1.75} />
                    <span>{nav(label)}</span>
                    {counting && COUNTS[to] && <Count useCount={COUNTS[to]} />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <button
        type="button"
        className={`${css.item} ${css.out}`}
        disabled={signOut.pending}
        onClick={signOut.start}
      >
        <IconLogout size={18} stroke={1.75} />
        <span>{t('signOut')}</span>
      </button>
    </>
  )
}

/** What waits behind an item, beside its name (B1). */
function Count({ useCount }: { useCount: () => number | null }) {
  const formats = useFormats()
  const count = useCount()
  return count ? <em className={css.count}>{formats.count(count)}</em> : null
}
