import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { ClientRow } from '../contract.ts'

export function useClientColumns(): readonly Column<ClientRow>[] {
  const t = useTranslations('clients')
  const formats = useFormats()
  return [
    { id: 'name', title: t('name'), cell: ({ name }) => name, fixed: true },
    {
      id: 'state',
      title: t('state'),
      cell: ({ suspendedAt }) => <StateBadge suspendedAt={suspendedAt} />,
      sortable: false,
      card: 'corner',
    },
    {
      id: 'orders',
      title: t('orders'),
      cell: ({ orders }) => formats.count(orders),
      align: 'end',
      card: 'fact',
    },
    { id: 'people', title: t('people'), cell: ({ people }) => formats.count(people), align: 'end' },
    {
      id: 'lastSignIn',
      title: t('lastSignIn'),
      cell: ({ lastSignIn }) => formats.dateTime(lastSignIn),
      card: 'fact',
    },
    {
      id: 'lastData',
      title: t('lastData'),
      cell: ({ lastData }) => formats.dateTime(lastData),
      card: 'fact',
    },
    {
      id: 'createdAt',
      title: t('since'),
      cell: ({ createdAt }) => formats.dateTime(createdAt),
      startsHidden: true,
    },
  ]
}

export function StateBadge({ suspendedAt }: Pick<ClientRow, 'suspendedAt'>) {
  const t = useTranslations('clients')
  return suspendedAt ? (
    <Badge tone="bad">{t('states.suspended')}</Badge>
  ) : (
    <Badge tone="good">{t('states.active')}</Badge>
  )
}
