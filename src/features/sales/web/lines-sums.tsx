import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import css from './lines-drawer.module.css'
import type { SumRow } from './use-sum-rows.ts'

type LinesSumsProps = {
  search: string | undefined
  /** A table each. */
  tables: readonly (readonly SumRow[])[]
  /** The screen does not show this figure any longer. */
  gone: boolean
  busy: boolean
  actions: ReactNode
}

/** Exact, as the wire has them: what the screen says of a kind must be what its lines add up to. */
const agrees = ({ shown, sum }: SumRow) => shown === null || shown?.value === sum?.value
const isKnown = ({ shown, sum }: SumRow) => shown !== undefined && sum !== undefined && sum !== null

/** The figure of the screen beside the sums of its lines. */
export function LinesSums({ search, tables, gone, busy, actions }: LinesSumsProps) {
  const t = useTranslations('sales.lines')
  const rows = tables.flat()
  const said = rows.some(({ shown }) => shown) && rows.every(isKnown)
  const right = rows.every(agrees)
  return (
    <div className={css.sums} aria-busy={busy || undefined}>
      {tables.map((some) => (
        <table key={some[0]?.name}>
          <thead>
            <tr>
              <td />
              {!gone && <th scope="col">{t('onScreen')}</th>}
              <th scope="col">{t('sum')}</th>
            </tr>
          </thead>
          <tbody>
            {some.map(({ name, shown, sum }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {!gone && <td>{textOf(shown)}</td>}
                <td>{textOf(sum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <div className={css.verdict}>
        {search && <p>{t('search', { search })}</p>}
        <div role="status">
          {said && <Badge tone={right ? 'good' : 'warn'}>{t(right ? 'agrees' : 'differs')}</Badge>}
        </div>
        <div data-print="no">{actions}</div>
      </div>
    </div>
  )
}

/** A dash where there is none; undefined: still being added up. */
const textOf = (of: SumRow['shown']) =>
  of === undefined ? <Skeleton height={12} width={96} ml="auto" /> : (of?.text ?? DASH)
