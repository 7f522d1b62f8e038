import { ActionIcon, Menu, UnstyledButton } from '@mantine/core'
import { IconCheck, IconLogout, IconMenu2 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Session } from '../../../features/session/contract.ts'
import { useRememberPreferences } from '../../../features/session/web/use-remember-preferences.ts'
import { useSignOut } from '../../../features/session/web/use-sign-out.ts'
import { BrandMark } from '../../../platform/web/kit/brand-mark.tsx'
import { LanguageMenu, ThemeToggle } from '../../../platform/web/kit/display-controls.tsx'
import { chooseDisplay, DENSITY_CHOICES, useDisplay } from '../../../platform/web/theme/display.ts'
import css from './shell.module.css'

type TopBarProps = { session: Session; menuOpen: boolean; onMenu: () => void }

/** Language, theme and the user's menu; on a phone also the way to the sidebar. */
export function TopBar({ session, menuOpen, onMenu }: TopBarProps) {
  const t = useTranslations('shell')
  const remember = useRememberPreferences()
  return (
    <header className={css.top} data-print="no">
      <ActionIcon
        className={css.burger}
        color="gray"
        aria-label={t('openMenu')}
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.75} />
      </ActionIcon>
      <span className={css.phoneBrand}>
        <BrandMark onCanvas />
      </span>
      <span className={css.space} />
      <LanguageMenu onChoose={(language) => remember({ language })} />
      <ThemeToggle onChoose={(theme) => remember({ theme })} />
      <UserMenu session={session} />
    </header>
  )
}

function UserMenu({ session }: { session: Session }) {
  const t = useTranslations('shell')
  const remember = useRememberPreferences()
  const signOut = useSignOut()
  const { density } = useDisplay()
  const { name, email } = session.user
  const initials = (name || email)
    .split(/[\s.@]+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
  return (
    <Menu width={248}>
      <Menu.Target>
        <UnstyledButton className={css.avatar} aria-label={t('userMenu', { name: name || email })}>
          {initials}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.who}>
          <b>{name || email}</b>
          {name && <span>{email}</span>}
        </div>
        <Menu.Divider />
        <Menu.Label>{t('density')}</Menu.Label>
        {DENSITY_CHOICES.map((choice) => (
          <Menu.Item
            key={choice}
            role="menuitemradio"
            aria-checked={choice === density}
            closeMenuOnClick={false}
            rightSection={choice === density ? <IconCheck size={16} aria-hidden /> : undefined}
            onClick={() => {
              chooseDisplay({ density: choice })
              remember({ density: choice })
            }}
          >
            {t(`densities.${choice}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.75} />}
          disabled={signOut.pending}
          onClick={signOut.start}
        >
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
