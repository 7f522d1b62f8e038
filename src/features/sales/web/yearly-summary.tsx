import { useTranslations } from 'use-intl'
import { SaveFigures } from '../../../platform/web/charts/save-figures.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { SalesHistory } from '../contract.ts'
import { FiguresSkeleton } from './figures-skeleton.tsx'
import css from './history.module.css'

type YearlySummaryProps = {
  history: SalesHistory | undefined
  note: string | undefined
  dimmed: boolean
  onOpen: (year: number) => void
}

/** Every year with sales, the newest first; a row opens its lines. */
export function YearlySummary({ history, note, dimmed, onOpen }: YearlySummaryProps) {
  const t = useTranslations('sales')
  const formats = useFormats()
  const years = history && [...history.years].reverse()
  return (
    <Panel
      title={t('yearlySummary')}
      note={note}
      flush
      busy={dimmed || !history}
      actions={
        history &&
        years &&
        years.length > 0 && (
          <SaveFigures
            title={t('yearlySummary')}
            note={[note, history.currency].filter(Boolean).join(' · ')}
            regardless={[t('year')]}
            fileName={t('files.yearlySummary')}
            heading={t('year')}
            rows={years.map(({ year }) => year)}
            columns={[
              { name: t('totalQuantity'), values: years.map(({ quantity }) => quantity) },
              { name: t('totalSales'), values: years.map(({ amount }) => amount) },
            ]}
          />
        )
      }
    >
      {!years || !history ? (
        <FiguresSkeleton rows={8} columns={3} />
      ) : years.length === 0 ? (
        <div className={css.empty}>
          <EmptyState title={t('noYearlyData')} />
        </div>
      ) : (
        <div className={css.scroll} data-dimmed={dimmed || undefined}>
          <table className={`${css.figures} ${css.years}`} aria-label={t('yearlySummary')}>
            <thead>
              <tr>
                <th scope="col">{t('year')}</th>
                <th scope="col">{t('totalQuantity')}</th>
                <th scope="col">{t('totalSales')}</th>
              </tr>
            </thead>
            <tbody>
              {years.map(({ year, quantity, amount }) => (
                <tr key={year} onClick={() => onOpen(year)}>
                  <th scope="row">
                    {/* The row's click opens; the button is where the keyboard stands. */}
                    <button type="button">{year}</button>
                  </th>
                  <td>{formats.quantity(quantity)}</td>
                  <td>{formats.money(amount, history.currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
