import { useTranslations } from 'use-intl'

/** What the browser's own dialog ended with, in words; every other failure is thrown on. */
export function usePasskeyFault(): (failure: unknown) => string {
  const t = useTranslations('secondFactor')
  return (failure) => {
    if (!(failure instanceof DOMException)) throw failure
    if (failure.name === 'InvalidStateError') return t('passkeyKnown')
    return t(failure.name === 'SecurityError' ? 'passkeyNotHere' : 'passkeyNotShown')
  }
}
