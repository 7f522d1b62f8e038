import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import css from './chat.module.css'
import { ContactSupport } from './contact-support.tsx'
import { ofOrderQuery } from './conversations-queries.ts'

/** What was said with the support team about an order, and the way to ask. */
export default function OrderConversations({ order }: { order: { id: number } }) {
  const t = useTranslations('chat')
  const formats = useFormats()
  const { data, error, isPending, refetch } = useQuery(ofOrderQuery(order.id))
  return (
    <Panel
      title={t('conversations')}
      busy={isPending}
      actions={<ContactSupport label={t('askAboutOrder')} order={order.id} />}
    >
      {error && !data ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} framed={false} />
      ) : data && data.items.length > 0 ? (
        <ul className={css.links}>
          {data.items.map(({ id, subject, lastAt }) => (
            <li key={id}>
              <Link to="/chat" search={{ contact: 'support', conversation: id }}>
                {subject}
              </Link>{' '}
              <span className={css.by}>{formats.dateTime(lastAt)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.quiet}>{t('noneOfOrder')}</p>
      )}
    </Panel>
  )
}
