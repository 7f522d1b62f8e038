import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { Cell, Grid } from '../../../platform/web/kit/panel.tsx'
import { NO_VIEW } from '../../../platform/web/url/read-search.ts'
import { useFigureText } from '../../orders/web/published.ts'
import type { FinanceOverview } from '../contract.ts'
import css from './finance.module.css'
import { negative } from './owed-parts.tsx'

const BUCKETS = [
  { name: 'under30', share: 60 },
  { name: 'under60', share: 25 },
  { name: 'over60', share: 15 },
] as const

/** Which orders stand behind each card. */
const ORDERS = [
  { name: 'totalOrders', search: { view: NO_VIEW } },
  { name: 'inProgressOrders', search: { group: 'processing' } },
  { name: 'notStartedOrders', search: { status: 'not started' } },
] as const

type FinanceCardsProps = { data: FinanceOverview | undefined; failed: boolean; dimmed: boolean }

/** What is owed, in all and by age, and the order figures beside it (D5). */
export function FinanceCards({ data, failed, dimmed }: FinanceCardsProps) {
  const t = useTranslations('finance')
  const formats = useFormats()
  const textOf = useFigureText()
  const owed = data?.receivables
  const money = (amount: string | undefined) =>
    failed ? DASH : data && amount !== undefined ? formats.moneyWhole(amount, data.currency) : undefined
  const estimated = owed?.basis === 'estimate'
  return (
    <section
      className={css.cards}
      aria-label={t('cards.title')}
      aria-busy={dimmed || undefined}
      data-dimmed={dimmed || undefined}
    >
      <Grid>
        <Cell span={3}>
          <KpiCard
            label={t('cards.totalBalance')}
            value={money(owed?.total)}
            sub={
              failed ? t('notLoaded') : owed && (estimated ? t('cards.estimate') : <Balance data={data} />)
            }
            {...(owed &&
              !estimated && {
                link: (card) => (
                  <Link
                    to="/finance"
                    search={{ currency: data.currency, state: 'open', sort: 'dueDate' }}
                    {...card}
                  />
                ),
              })}
          />
        </Cell>
        {ORDERS.map(({ name, search }) => {
          const figure = data?.orders?.[name]
          if (data && !figure) return null
          return (
            <Cell key={name} span={3}>
              <KpiCard
                label={t(`cards.${name}`)}
                value={money(figure?.amount)}
                sub={failed ? t('notLoaded') : figure && textOf(figure)}
                {...(figure && { link: (card) => <Link to="/orders" search={search} {...card} /> })}
              />
            </Cell>
          )
        })}
        {BUCKETS.map(({ name, share }) => (
          <Cell key={name} span={4}>
            <KpiCard
              label={t(`cards.${name}`)}
              value={money(owed?.[name])}
              sub={
                failed
                  ? t('notLoaded')
                  : owed &&
                    (estimated ? (
                      `${t('cards.estimate')} · ${t('cards.shareOf', { share: formats.share(share) })}`
                    ) : (
                      <Age data={data} part={name} />
                    ))
              }
              {...(owed &&
                !estimated && {
                  link: (card) => (
                    <Link
                      to="/finance"
                      search={{ currency: data.currency, part: name, sort: 'dueDate' }}
                      {...card}
                    />
                  ),
                })}
            />
          </Cell>
        ))}
      </Grid>
    </section>
  )
}

/** Of how many invoices, and what the client has to its credit. */
function Balance({ data: { receivables, currency } }: { data: FinanceOverview }) {
  const t = useTranslations('finance.cards')
  const formats = useFormats()
  const facts = [
    t('open', { count: receivables.openInvoices }),
    Number(receivables.credit) !== 0 &&
      t('notApplied', { amount: formats.money(negative(receivables.credit), currency) }),
  ]
  return facts.filter(Boolean).join(' · ')
}

/** Net of the credit that was taken off it. */
function Age({
  data: { receivables, currency },
  part,
}: {
  data: FinanceOverview
  part: 'under30' | 'under60' | 'over60'
}) {
  const t = useTranslations('finance.cards')
  const formats = useFormats()
  const credit = receivables.credits[part]
  return Number(credit) === 0
    ? t('age', { part })
    : `${t('age', { part })} · ${t('notApplied', { amount: formats.money(negative(credit), currency) })}`
}
