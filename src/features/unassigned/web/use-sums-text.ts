import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { UnassignedClient } from '../contract.ts'

/** The kinds of a client's rows, each with its sums: "Sales history: 12 rows, 40 units, $1,200.00". */
export function useSumsText(): (client: UnassignedClient) => string[] {
  const t = useTranslations('unassigned')
  const formats = useFormats()
  return ({ sums }) =>
    sums.map(({ kind, currency, rows, quantity, amount }) =>
      [
        t('sum', { kind: t.has(`kinds.${kind}` as never) ? t(`kinds.${kind}` as never) : kind, count: rows }),
        ...(quantity === null ? [] : [t('units', { quantity: formats.quantity(quantity) })]),
        ...(amount === null ? [] : [formats.money(amount, currency)]),
      ].join(' · '),
    )
}
