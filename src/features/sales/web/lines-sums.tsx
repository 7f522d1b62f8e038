import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import type { SalesLines } from '../contract.ts'
import type { Shown } from './figure.ts'
import css from './lines-drawer.module.css'

type Sums = NonNullable<SalesLines['sums']>

type LinesSumsProps = {
  search: string | undefined
  currency: string | null
  /** null: the screen does not show this figure any longer; undefined: not known yet. */
  shown: Shown | null | undefined
  /** null: they could not be had; undefined: still being added up. */
  sums: Sums | null | undefined
  actions: ReactNode
}

/** Exact, as the wire has them: what the screen says of a kind must be what its lines add up to. */
const agrees = (shown: Shown, sums: Sums) =>
  shown.quantity === sums.quantity &&
  (shown.amount === null || shown.amount === sums.amount) &&
  (shown.lines === null || shown.lines === sums.lines)

/** The figure of the screen beside the sums of its lines. */
export function LinesSums({ search, currency, shown, sums, actions }: LinesSumsProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const rows = [
    {
      name: t('quantity'),
      shown: shown && formats.quantity(shown.quantity),
      sum: sums === undefined ? undefined : formats.quantity(sums?.quantity),
    },
    {
      name: t('amount'),
      shown: shown && formats.money(shown.amount, currency),
      sum: sums === undefined ? undefined : formats.money(sums?.amount, currency),
    },
    {
      name: t('lines.count'),
      shown: shown && formats.count(shown.lines),
      sum: sums === undefined ? undefined : formats.count(sums?.lines),
    },
  ]
  return (
    <div className={css.sums} aria-busy={sums === undefined || undefined}>
      <table>
        <thead>
          <tr>
            <td />
            {shown !== null && <th scope="col">{t('lines.onScreen')}</th>}
            <th scope="col">{t('lines.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {shown !== null && <td>{row.shown ?? <Skeleton height={12} width={96} ml="auto" />}</td>}
              <td>{row.sum ?? <Skeleton height={12} width={96} ml="auto" />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.verdict}>
        {search && <p>{t('lines.search', { search })}</p>}
        <div role="status">
          {shown && sums && (
            <Badge tone={agrees(shown, sums) ? 'good' : 'warn'}>
              {t(agrees(shown, sums) ? 'lines.agrees' : 'lines.differs')}
            </Badge>
          )}
        </div>
        <div data-print="no">{actions}</div>
      </div>
    </div>
  )
}
