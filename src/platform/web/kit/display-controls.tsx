import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconCheck, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { chooseLanguage, useLanguage } from '../i18n/language.ts'
import { LOCALE_NAMES, LOCALES, type Locale } from '../i18n/locales.ts'
import { chooseDisplay, type Theme, useDisplay } from '../theme/display.ts'
import { toast } from './toast.tsx'

type LanguageMenuProps = {
  /** Also remembers it for the user's next browser. */
  onChoose?: (locale: Locale) => void
}

/** Each language under its own name; acts at once. */
export function LanguageMenu({ onChoose }: LanguageMenuProps) {
  const t = useTranslations('ui')
  const { locale } = useLanguage()
  const choose = (next: Locale) => {
    chooseLanguage(next).then(
      () => onChoose?.(next),
      () => toast.failed(t('languageFailed')),
    )
  }
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('language')} color="gray">
          <IconLanguage size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {LOCALES.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            role="menuitemradio"
            aria-checked={one === locale}
            rightSection={one === locale ? <IconCheck size={16} aria-hidden /> : undefined}
            onClick={() => choose(one)}
          >
            {LOCALE_NAMES[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Light or dark, at once. */
export function ThemeToggle({ onChoose }: { onChoose?: (theme: Theme) => void }) {
  const t = useTranslations('ui')
  const { theme } = useDisplay()
  const next: Theme = theme === 'dark' ? 'light' : 'dark'
  const label = t(next === 'dark' ? 'useDark' : 'useLight')
  const choose = () => {
    chooseDisplay({ theme: next })
    onChoose?.(next)
  }
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} color="gray" onClick={choose}>
        {next === 'dark' ? <IconMoon size={18} stroke={1.75} /> : <IconSun size={18} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  )
}
