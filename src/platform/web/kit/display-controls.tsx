import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { chooseLanguage, useLanguage } from '../i18n/language.ts'
import { LOCALE_NAMES, LOCALES, type Locale } from '../i18n/locales.ts'
import { chooseDisplay, type Theme, useDisplay } from '../theme/display.ts'
import { ActionMenu } from './action-menu.tsx'
import { IconButton } from './icon-button.tsx'
import { toast } from './toast.ts'

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
    <ActionMenu
      label={t('language')}
      trigger={(props) => (
        <IconButton label={t('language')} {...props}>
          <IconLanguage size={18} stroke={1.75} />
        </IconButton>
      )}
      sections={[
        {
          actions: LOCALES.map((one) => ({
            key: one,
            label: LOCALE_NAMES[one],
            lang: one,
            checked: one === locale,
            onSelect: () => choose(one),
          })),
        },
      ]}
    />
  )
}

/** Light or dark, at once. */
export function ThemeToggle({ onChoose }: { onChoose?: (theme: Theme) => void }) {
  const t = useTranslations('ui')
  const { theme } = useDisplay()
  const next: Theme = theme === 'dark' ? 'light' : 'dark'
  const choose = () => {
    chooseDisplay({ theme: next })
    onChoose?.(next)
  }
  return (
    <IconButton label={t(next === 'dark' ? 'useDark' : 'useLight')} onClick={choose}>
      {next === 'dark' ? <IconMoon size={18} stroke={1.75} /> : <IconSun size={18} stroke={1.75} />}
    </IconButton>
  )
}
