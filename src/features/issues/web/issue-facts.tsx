import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { LotLink } from '../../lots/web/published.ts'
import type { IssueDetail } from '../contract.ts'
import { IssueDue, IssuePriority } from './issue-badges.tsx'
import css from './issues.module.css'

const TONES = { requested: 'warn', accepted: 'good', declined: 'bad' } as const

/** What is known of it beside the thread; what there is none of is left out. */
export function IssueFacts({ detail: { issue } }: { detail: IssueDetail }) {
  const t = useTranslations('issues')
  const formats = useFormats()
  const mayOpenProducts = can(useAccess(), { permission: 'products.read', module: 'product' })
  const item = [issue.itemNo, issue.itemName].filter(Boolean).join(' · ')
  const facts: [label: string, value: ReactNode][] = [
    [t('columns.type'), t(`types.${issue.type}`)],
    [t('columns.priority'), <IssuePriority key="priority" issue={issue} />],
    [t('one.due'), issue.dueAt && <IssueDue key="due" issue={issue} />],
    [
      t('one.replacement'),
      issue.replacement && (
        <Badge tone={TONES[issue.replacement]}>{t(`replacements.${issue.replacement}`)}</Badge>
      ),
    ],
    [
      t('one.replacementOrder'),
      issue.replacementOrder && (
        <Link
          key="replacement order"
          to="/orders/purchase-orders/$id"
          params={{ id: String(issue.replacementOrder.id) }}
        >
          {issue.replacementOrder.name ?? t('one.replacementDraft')}
        </Link>
      ),
    ],
    [
      t('one.order'),
      issue.orderId === null ? (
        issue.orderNo
      ) : (
        <Link key="order" to="/orders/$ordNo" params={{ ordNo: `id:${issue.orderId}` }}>
          {issue.orderNo}
        </Link>
      ),
    ],
    [
      t('one.invoice'),
      issue.invoice &&
        (issue.invoice.id === null ? (
          issue.invoice.number
        ) : (
          <Link key="invoice" to="/finance/invoices/$number" params={{ number: `id:${issue.invoice.id}` }}>
            {issue.invoice.number}
          </Link>
        )),
    ],
    [
      t('one.item'),
      mayOpenProducts && issue.itemNo ? (
        <Link key="item" to="/product/catalogue" search={{ search: issue.itemNo }}>
          {item}
        </Link>
      ) : (
        item
      ),
    ],
    [
      t('one.lot'),
      issue.lotNo && (
        <LotLink lotNo={issue.lotNo} address={issue.lot?.address ?? null} state={issue.lot?.state ?? null} />
      ),
    ],
    [t('one.reporter'), `${issue.reporter}${issue.byStaff ? ` (${t('one.staff')})` : ''}`],
    [t('one.reported'), formats.dateTime(issue.reportedAt)],
    [t('one.assigned'), issue.assignedTo ?? t('one.none')],
  ]
  return (
    <Panel title={t('one.facts')}>
      <dl className={css.facts}>
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </Panel>
  )
}
