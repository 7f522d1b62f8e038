import * as z from 'zod'

/** The addresses that were written to, those of them whose earlier link is void by it, and those that are there already. */
export const Invited = z.object({
  invited: z.array(z.string()),
  again: z.array(z.string()),
  members: z.array(z.string()),
})
export type Invited = z.infer<typeof Invited>
