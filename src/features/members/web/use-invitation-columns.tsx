import { useTranslations } from 'use-intl'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { Invitation } from '../contract.ts'

type Sent = Pick<Invitation, 'invitedBy' | 'createdAt' | 'endsAt'>

/** Of any invitation: by whom, since when, until when. */
export function useInvitationColumns(): readonly Column<Sent>[] {
  const t = useTranslations('members')
  const formats = useFormats()
  return [
    {
      id: 'invitedBy',
      title: t('columns.invitedBy'),
      cell: ({ invitedBy }) => invitedBy ?? DASH,
      card: 'fact',
      narrow: true,
    },
    {
      id: 'createdAt',
      title: t('columns.invitedAt'),
      cell: ({ createdAt }) => formats.dateTime(createdAt),
    },
    {
      id: 'endsAt',
      title: t('columns.goodUntil'),
      cell: ({ endsAt }) => (
        <>
          {formats.dateTime(endsAt)}{' '}
          {Date.parse(endsAt) < Date.now() && <Badge tone="mute">{t('expired')}</Badge>}
        </>
      ),
      card: 'fact',
    },
  ]
}
