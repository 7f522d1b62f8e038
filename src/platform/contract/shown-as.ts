import * as z from 'zod'
import { SHOWN_AS } from './shown-file.ts'

/** As what an attached file is asked for; apart from `shown-file.ts`, which screens fetch without the schemas. */
export const shownAs = z.enum(SHOWN_AS).optional()
