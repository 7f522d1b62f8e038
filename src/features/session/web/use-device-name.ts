import { useTranslations } from 'use-intl'
import type { OwnSession } from '../contract.ts'

/** A device as people call it: "Firefox, Linux". */
export function useDeviceName() {
  const t = useTranslations('security')
  return ({ browser, system }: Pick<OwnSession, 'browser' | 'system'>) =>
    browser && system ? t('device', { browser, system }) : (browser ?? system ?? t('unknownDevice'))
}
