import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Lot } from '../contract.ts'

/** The product of a lot in the reader's language, as far as upstream has it. */
export function useProductName() {
  const { locale } = useFormats()
  return ({ productName, names }: Pick<Lot, 'productName' | 'names'>) =>
    (names as Record<string, string | null>)[locale] ?? productName
}
