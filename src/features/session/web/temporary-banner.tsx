import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import css from './session-banner.module.css'

/** On every screen of a temporary access, in French in every language, as the source has it (A2). */
export default function TemporaryBanner() {
  const t = useTranslations('session')
  return (
    <div className={css.strip} role="status" lang="fr-CA">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <strong>{t('temporaryBanner')}</strong>
    </div>
  )
}
