import * as z from 'zod'

/** What can be shown of a second factor: a code of the app, a passkey, a code by SMS, a recovery code. */
const WAYS = ['totp', 'passkey', 'sms', 'recovery'] as const
export type Way = (typeof WAYS)[number]

/** RFC 9457. `code` is stable; `title` and `detail` are in the asker's language. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  code: z.string(),
  traceId: z.string(),
  errors: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        /** Of a body of many rows: which one, and what kind of fault. */
        row: z.number().int().optional(),
        line: z.number().int().optional(),
        key: z.string().optional(),
        code: z.string().optional(),
      }),
    )
    .optional(),
  /** Of `ambiguous`: those that match, as far as the asker sees them. */
  ids: z.array(z.number().int()).optional(),
  /** Beside the ids of an ambiguous lot number: the item of each. */
  items: z.array(z.string()).optional(),
  /** Of `second_factor_required` and `signature_required`: what can be shown; of `enrolment_required`: what can be set up. */
  ways: z.array(z.enum([...WAYS, 'password'])).optional(),
  /** Numbers that a program needs to decide what to do next. */
  figures: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  /** Of a table that was refused: the headings that came, and those that would have fitted. */
  found: z.array(z.string()).optional(),
  accepted: z.array(z.string()).optional(),
  /** Of a batch that was refused as a whole: under which number it can be looked up. */
  batchId: z.number().int().optional(),
})
export type Problem = z.infer<typeof Problem>
