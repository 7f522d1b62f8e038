import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'
import { text } from '../../platform/contract/text.ts'

/** Of a document: its lots. */
export const lotFields = {
  /** Numbers of the lots that it is of. */
  lotNos: z
    .array(z.string().trim().min(1).max(200))
    .max(500)
    .default([])
    .refine((lots) => new Set(lots).size === lots.length, fieldMessage('twice')),
  /**
   * The system upstream whose numbers they are. Null: as it stands while the numbers do, else the one that alone knows them; 422
   * `ambiguous_lot` where several do.
   */
  lotSource: z.int().min(1).max(32_767).nullable().default(null),
}

/** A system upstream, by the name that its keys bear. */
const LotSource = z.object({ id: z.int(), name: z.string(), knows: z.boolean() })
export type LotSource = z.infer<typeof LotSource>

export const lotSourcesContract = {
  lotSources: endpoint
    .route({
      method: 'GET',
      path: '/admin/lot-sources',
      summary:
        'The systems upstream that know one of these lot numbers, and the one that is asked for besides',
    })
    .meta({ permission: 'documents.write' })
    .input(
      z.object({
        /** Between commas. */
        lotNos: text(4000).min(1),
        besides: z.coerce.number().int().min(1).max(32_767).optional(),
      }),
    )
    .output(z.object({ sources: z.array(LotSource) })),
}
