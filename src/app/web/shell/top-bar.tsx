import { IconLogout, IconMenu2 } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Bell } from '../../../features/notices/web/published.ts'
import { profileNavigation, settingsNavigation } from '../../../features/profile/web/navigation.ts'
import type { Session } from '../../../features/session/contract.ts'
import { securityNavigation } from '../../../features/session/web/navigation.ts'
import { useSessionState } from '../../../features/session/web/session-store.ts'
import { useRememberPreferences } from '../../../features/session/web/use-remember-preferences.ts'
import { useSignOut } from '../../../features/session/web/use-sign-out.ts'
import { can } from '../../../platform/web/access/access.tsx'
import { ActionMenu } from '../../../platform/web/kit/action-menu.tsx'
import { BrandMark } from '../../../platform/web/kit/brand-mark.tsx'
import { LanguageMenu, ThemeToggle } from '../../../platform/web/kit/display-controls.tsx'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { initialsOf } from '../../../platform/web/kit/initials.ts'
import { chooseDisplay, DENSITY_CHOICES, useDisplay } from '../../../platform/web/theme/display.ts'
import { accessOf } from '../access-of.ts'
import { SearchButton } from './search-button.tsx'
import css from './shell.module.css'

type TopBarProps = {
  session: Session
  menuOpen: boolean
  onMenu: () => void
}

/** Search, bell, language, theme and the user's menu; on a phone also the way to the sidebar. */
export function TopBar({ session, menuOpen, onMenu }: TopBarProps) {
  const t = useTranslations('shell')
  const remember = useRememberPreferences()
  const { status } = useSessionState()
  return (
    <header className={css.top} data-print="no">
      <IconButton
        className={css.burger ?? ''}
        label={t('openMenu')}
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.75} />
      </IconButton>
      <span className={css.phoneBrand}>
        <BrandMark onCanvas />
      </span>
      {status === 'in' && <SearchButton session={session} />}
      <span className={css.space} />
      {/* In a tab that was left in another company nothing asks in its name. */}
      {status === 'in' && <Bell />}
      <LanguageMenu onChoose={(language) => remember({ language })} />
      <ThemeToggle onChoose={(theme) => remember({ theme })} />
      <UserMenu session={session} />
    </header>
  )
}

function UserMenu({ session }: { session: Session }) {
  const t = useTranslations('shell')
  const nav = useTranslations('nav')
  const remember = useRememberPreferences()
  const signOut = useSignOut()
  const { density } = useDisplay()
  const { name, email } = session.user
  const access = accessOf(session)
  const navigate = useNavigate()
  const own = [profileNavigation, settingsNavigation, securityNavigation].filter((item) => can(access, item))
  const head = (
    <div className={css.who}>
      <b>{name || email}</b>
      {name && <span>{email}</span>}
    </div>
  )
  return (
    <ActionMenu
      label={t('userMenu', { name: name || email })}
      head={head}
      trigger={(props) => (
        <button
          type="button"
          className={css.avatar}
          aria-label={t('userMenu', { name: name || email })}
          {...props}
        >
          {initialsOf(name || email)}
        </button>
      )}
      sections={[
        {
          actions: own.map(({ to, label, icon: Icon }) => ({
            key: to,
            label: label === 'profile' ? t('yourProfile') : nav(label),
            icon: <Icon size={18} stroke={1.75} />,
            onSelect: () => void navigate({ to }),
          })),
        },
        {
          title: t('density'),
          actions: DENSITY_CHOICES.map((choice) => ({
            key: choice,
            label: t(`densities.${choice}`),
            checked: choice === density,
            onSelect: () => {
              chooseDisplay({ density: choice })
              remember({ density: choice })
            },
          })),
        },
        {
          actions: [
            {
              key: 'sign-out',
              label: t('signOut'),
              icon: <IconLogout size={18} stroke={1.75} />,
              disabled: signOut.pending,
              onSelect: signOut.start,
            },
          ],
        },
      ]}
    />
  )
}
