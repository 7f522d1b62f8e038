import { IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { AnnouncementNotice } from './announcement-notice.tsx'
import { ANNOUNCEMENTS, announcementsApi, shownQuery } from './announcements-queries.ts'

/** What the manufacturer announces to whoever looks; each goes when they put it away, on all their devices (H1). */
export default function ShownAnnouncements() {
  const t = useTranslations('announcements')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const { data } = useQuery(shownQuery)
  const dismiss = async (id: number) => {
    try {
      await announcementsApi.dismiss({ id })
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    await queries.invalidateQueries({ queryKey: ANNOUNCEMENTS })
  }
  if (!data?.items.length) return null
  return (
    <section aria-label={t('title')}>
      {data.items.map(({ id, ...announcement }) => (
        <AnnouncementNotice
          key={id}
          {...announcement}
          action={
            <IconButton label={t('dismiss', { title: announcement.title })} onClick={() => void dismiss(id)}>
              <IconX size={18} stroke={1.75} aria-hidden />
            </IconButton>
          }
        />
      ))}
    </section>
  )
}
