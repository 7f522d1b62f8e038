import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { ContactSupport } from '../../conversations/web/published.ts'
import css from './issues.module.css'
import { issueCardsQuery } from './issues-queries.ts'
import { ReportIssue } from './report-issue.tsx'
import { type OrderNames, orderLink } from './report-links.ts'

/** The source's tile and its support panel in one: how many are open, and the way to report another or to ask, about an order where one is given. */
export default function IssuesTile({ order }: { order: OrderNames | undefined }) {
  const t = useTranslations('issues')
  const { data, isPending } = useQuery(issueCardsQuery)
  const about = order && orderLink(order)
  return (
    <div className={css.tile}>
      <Panel
        title={<Link to="/orders/issues">{t('tile.label')}</Link>}
        note={[
          data && t('tile.open', { count: data.open + data.inProgress }),
          about && t('tile.about', { order: about.name }),
        ]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <span className={css.row}>
            <ContactSupport label={t('panel.contact')} {...(about && { order: about.id })} />
            <ReportIssue label={t('panel.report')} {...(about && { links: { order: about } })} />
          </span>
        }
        busy={isPending}
        flush
      >
        {null}
      </Panel>
    </div>
  )
}
