import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Growth } from '../../../platform/web/kit/growth.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { Cell } from '../../../platform/web/kit/panel.tsx'
import type { Dashboard } from '../contract.ts'
import css from './dashboard.module.css'
import type { Part } from './use-dashboard.ts'

/** Quantity sold over the whole history; the lines behind it open with it. */
export function TotalQuantityCard({ data, failure }: Part) {
  const t = useTranslations('dashboard')
  const formats = useFormats()
  const figure = data?.cards.totalQuantity
  return (
    <Cell span={3}>
      <KpiCard
        label={t('cards.totalQuantity')}
        value={failure ? DASH : figure && formats.count(figure.quantity)}
        sub={t(failure ? 'notLoaded' : 'cards.wholeHistory')}
        {...(figure && {
          link: (card) => (
            <Link to="/sales" search={{ currency: figure.currency, lines: 'total' }} {...card} />
          ),
        })}
      />
    </Cell>
  )
}

type Evolution = NonNullable<Dashboard['cards']['ytdEvolution']>

/** This year's months that are over against the same of the year before (D1): quantity, with the amount beneath. */
export function EvolutionCard({ data, failure }: Part) {
  const t = useTranslations('dashboard')
  const formats = useFormats()
  const evolution = data?.cards.ytdEvolution
  const some = evolution && evolution.throughMonth > 0
  return (
    <Cell span={3}>
      <KpiCard
        label={t('cards.ytdEvolution')}
        value={failure ? DASH : evolution && (some ? formats.count(evolution.quantity.current) : DASH)}
        sub={failure ? t('notLoaded') : evolution && <EvolutionWords {...evolution} />}
        subLines={3}
        {...(evolution && {
          link: (card) => (
            <Link to="/sales" search={{ year: evolution.years[1], currency: evolution.currency }} {...card} />
          ),
          foot: <Dataset {...evolution} />,
        })}
      />
    </Cell>
  )
}

/** Which dataset the figure is of; where the other one differs for the same months, what it has and where. */
function Dataset({ otherDataset, currency }: Evolution) {
  const t = useTranslations('dashboard.cards')
  const formats = useFormats()
  return (
    <>
      {t('ofHistory')}
      {otherDataset && !otherDataset.agrees && (
        <>
          {' · '}
          <Link to="/current-sales" search={{ currency }}>
            {t('currentDiffers', { amount: formats.moneyWhole(otherDataset.revenue, currency) })}
          </Link>
        </>
      )}
    </>
  )
}

function EvolutionWords({ years, throughMonth, quantity, revenue, currency, laterLines }: Evolution) {
  const t = useTranslations('dashboard.cards')
  const formats = useFormats()
  const [previous, current] = years.map(String)
  if (throughMonth === 0) return t('noMonthYet', { year: current ?? '' })
  return (
    <>
      <span className={css.line}>
        <Growth percent={quantity.growth} trend={quantity.trend} />
        {t('againstYear', { previous: previous ?? '', current: current ?? '' })}
      </span>
      <span className={css.line}>
        <Growth percent={revenue.growth} trend={revenue.trend} />
        {`${formats.moneyWhole(revenue.current, currency)} · ${t('throughMonth', { month: formats.month(throughMonth, 'long') })}`}
      </span>
      {laterLines > 0 && <span>{t('laterLines', { count: laterLines })}</span>}
    </>
  )
}
