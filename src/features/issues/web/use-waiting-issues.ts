import { useQuery } from '@tanstack/react-query'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { issueCardsQuery } from './issues-queries.ts'
import { issuesNavigation } from './navigation.ts'

/** Issues that wait for the asker's side (B1); null while it is not known. */
export const useWaitingIssues = (): number | null =>
  useQuery({ ...issueCardsQuery, enabled: can(useAccess(), issuesNavigation) }).data?.waiting ?? null
