import * as z from 'zod'
import { EMAIL_ADDRESS } from './email-address.ts'

/** An address as people type it; compared in its normalised form. */
export const Email = z.string().trim().max(320).regex(EMAIL_ADDRESS)
