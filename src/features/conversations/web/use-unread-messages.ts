import { useQuery } from '@tanstack/react-query'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { summaryQuery } from './conversations-queries.ts'
import { chatNavigation } from './navigation.ts'

/** Messages that the asker has not read (B1); null while it is not known. */
export const useUnreadMessages = (): number | null =>
  useQuery({ ...summaryQuery, enabled: can(useAccess(), chatNavigation) }).data?.unread ?? null
