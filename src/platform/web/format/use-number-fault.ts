import { useTranslations } from 'use-intl'
import type { Bounds, NumberFault } from './typed-number.ts'
import { useFormats } from './use-formats.tsx'

/** What is wrong with a typed number, as a sentence with an example in the reader's language. */
export function useNumberFault() {
  const t = useTranslations('typedNumbers')
  const formats = useFormats()
  return ({ what }: NumberFault, typed: string, bounds: Bounds): string => {
    const example = formats.quantity(bounds.decimals === 0 ? 12 : 1234.56)
    const text = typed.trim()
    switch (what) {
      case 'missing':
        return t('missing', { example })
      case 'none':
        return t('none', { text, example })
      case 'decimals':
        return t('decimals', { text, example, most: bounds.decimals })
      default:
        return t(what, { than: formats.quantity(bounds[what]) })
    }
  }
}
