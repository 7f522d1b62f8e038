import { useMediaQuery } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { type SavedColumn, SaveFigures } from '../../../platform/web/charts/save-figures.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { SalesHistory } from '../contract.ts'
import { EvolutionCards } from './evolution-cards.tsx'
import { EvolutionTable } from './evolution-table.tsx'
import { type Figure, yearWindow } from './figure.ts'
import { FiguresSkeleton } from './figures-skeleton.tsx'

type EvolutionPanelProps = {
  history: SalesHistory | undefined
  note: string | undefined
  dimmed: boolean
  onOpen: (figure: Figure) => void
}

/** The products that sold most over the window, year by year; on a phone a card each. */
export function Evolution({ history, note, dimmed, onOpen }: EvolutionPanelProps) {
  const t = useTranslations('sales')
  const phone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  const evolution = history?.evolution
  const window = history && yearWindow(history)
  const title = window ? t('evolutionOf', { window }) : t('evolution')
  const noted = [t('evolutionNote'), note].filter(Boolean).join(' · ')
  const Shown = phone ? EvolutionCards : EvolutionTable
  return (
    <Panel
      title={title}
      note={noted}
      flush
      busy={dimmed || !history}
      actions={
        evolution &&
        evolution.products.length > 0 && (
          <SaveFigures
            title={title}
            note={noted}
            regardless={[t('year')]}
            fileName={t('files.evolution')}
            heading={t('product')}
            rows={evolution.products.map(({ product }) => product)}
            columns={columnsOf(evolution, { change: (year) => t('changeOf', { year }), total: t('total') })}
          />
        )
      }
    >
      {!evolution ? (
        <FiguresSkeleton rows={10} columns={phone ? 3 : 8} />
      ) : evolution.products.length === 0 ? (
        <EmptyState title={t('noEvolutionData')} />
      ) : (
        <Shown
          label={title}
          evolution={evolution}
          dimmed={dimmed}
          onOpen={(product, year) => onOpen({ kind: 'evolution', product, year })}
        />
      )}
    </Panel>
  )
}

/** Each year with its change on the one before; the first of the window has none. */
function columnsOf(
  { years, products }: SalesHistory['evolution'],
  words: { change: (year: string) => string; total: string },
): SavedColumn[] {
  const ofYears = years.flatMap((year, at): SavedColumn[] => {
    const quantities = {
      name: String(year),
      values: products.map(({ quantities }) => quantities[at] ?? null),
    }
    const changes = products.map((row) => row.changes[at] ?? null)
    return at === 0 ? [quantities] : [quantities, { name: words.change(String(year)), values: changes }]
  })
  return [...ofYears, { name: words.total, values: products.map(({ total }) => total) }]
}
