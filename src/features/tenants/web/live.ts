import { reportAccessChanged } from '../../../platform/web/api/session-changes.ts'
import type { LiveTopics } from '../../../platform/web/events/live-topics.ts'

/** A client was renamed, suspended or given other modules: its people see at once what is theirs now. */
export const tenantsLive: LiveTopics = {
  tenants: (queries) => {
    void queries.invalidateQueries({ queryKey: ['tenants'] })
    reportAccessChanged()
  },
}
