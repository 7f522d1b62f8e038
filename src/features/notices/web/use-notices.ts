import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Notice } from '../contract.ts'
import { noticesApi, TOLD } from './notices-queries.ts'

/** What can be done with notices: opened, which marks it as read, and all that were seen marked as read. */
export function useNotices() {
  const queries = useQueryClient()
  const router = useRouter()
  const failureText = useFailureText()
  const mark = async (ask: { id: number } | { upTo: number }) => {
    try {
      await noticesApi.read(ask)
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    await queries.invalidateQueries({ queryKey: TOLD })
  }
  return {
    open({ id, link, read }: Pick<Notice, 'id' | 'link' | 'read'>) {
      if (!read) void mark({ id })
      router.history.push(link)
    },
    /** Those that came since are not among them. */
    markAll: (newest: Pick<Notice, 'id'>) => mark({ upTo: newest.id }),
  }
}
