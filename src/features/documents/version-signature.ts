import * as z from 'zod'
import { Instant } from '../../platform/contract/money.ts'

/** A signature as it shows on a version (J7). */
export const VersionSignature = z.object({
  meaning: z.enum(['released', 'withdrawn']),
  by: z.string(),
  at: Instant,
  with: z.enum(['password', 'passkey']),
  checksum: z.string(),
})
