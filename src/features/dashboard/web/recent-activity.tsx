import { Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCalendarEvent, IconPackage, IconPackages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { orderAddress, together, useChangeText } from '../../orders/web/published.ts'
import type { Dashboard } from '../contract.ts'
import css from './dashboard.module.css'
import type { Part } from './use-dashboard.ts'

type Change = NonNullable<Dashboard['activity']>[number]

const ofOneVersion = (one: Change, other: Change) => one.orderId === other.orderId && one.at === other.at

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const WAITING = [0, 1, 2, 3, 4, 5, 6, 7]

/** How many orders are cancelled or not started, and what was recorded last; each entry opens its order. */
export function RecentActivity({ data, failure }: Part) {
  const t = useTranslations('dashboard.activity')
  // What is said of the orders above goes for their events too.
  if (failure) return null
  const issues = data?.issues ?? 0
  const events = data?.activity ?? []
  return (
    <Panel title={t('title')} flush busy={!data}>
      <ul className={css.activity}>
        {!data &&
          WAITING.map((line) => (
            <li key={line} className={css.nothing}>
              <Skeleton height={20} width={`${90 - ((line * 17) % 40)}%`} />
            </li>
          ))}
        {issues > 0 && (
          <li>
            <Link to="/orders" search={{ group: 'issues' }}>
              <IconAlertTriangle {...ICON} />
              <span>{t('issues', { count: issues })}</span>
            </Link>
          </li>
        )}
        {together(events, ofOneVersion).map((changes) => (
          <Entry key={changes[0].id} changes={changes} />
        ))}
        {data && issues === 0 && events.length === 0 && <li className={css.nothing}>{t('none')}</li>}
      </ul>
    </Panel>
  )
}

/** What one version of an order changed. */
function Entry({ changes }: { changes: [Change, ...Change[]] }) {
  const t = useTranslations('dashboard')
  const formats = useFormats()
  const changeText = useChangeText()
  const { seesAllTenants } = useAccess()
  const { orderId: id, ordNo, primary, tenantName, at } = changes[0]
  const fields = changes.map(({ field }) => field)
  const Icon = fields.includes('created')
    ? IconPackages
    : fields.includes('promisedDate')
      ? IconCalendarEvent
      : IconPackage
  return (
    <li>
      <Link to="/orders/$ordNo" params={{ ordNo: orderAddress({ id, ordNo }, seesAllTenants) }}>
        <Icon {...ICON} />
        <span>
          <b>{t('order', { number: ordNo?.trim() || primary?.trim() || t('noNumber') })}</b>
          {tenantName && <small>{tenantName}</small>}
        </span>
        <time dateTime={at}>{formats.asOf(at)}</time>
        <ul className={css.changes}>
          {changes.map((change) => (
            <li key={change.id}>{changeText(change)}</li>
          ))}
        </ul>
      </Link>
    </li>
  )
}
