import { createApi } from '../../../platform/web/api/create-api.ts'
import { tenantsContract } from '../../tenants/contract.ts'
import { sessionContract, sessionCookieContract } from '../contract.ts'

// The session's own calls ask where one works; they assert nothing and do not report on themselves. Some need a fresh proof.
const quiet = { sendTenantHeader: false, reportSessionChanges: false, allowStepUp: true }

/** The user look-up is guarded by 10 s (A3). */
const LOOK_UP_TIMEOUT_MS = 10_000

export const sessionApi = createApi(
  { ...sessionContract, ...sessionCookieContract },
  {
    ...quiet,
    timeoutMs: LOOK_UP_TIMEOUT_MS,
  },
)
export const tenantsApi = createApi(tenantsContract, quiet)
