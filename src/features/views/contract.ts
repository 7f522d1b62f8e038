import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'
import { fieldMessage } from '../../platform/contract/field-message.ts'

/** The screens whose state can be saved as a view. */
const VIEW_SCREENS = ['orders', 'sales-history', 'current-sales', 'sales-analytics'] as const

const MOST_VALUES = 40
const few = (values: object) => Object.keys(values).length <= MOST_VALUES
const key = z.string().min(1).max(40)

/** What a view brings back: the screen's address (filters and sort), and which columns are shown. */
export const ViewState = z.object({
  address: z.record(key, z.string().max(600)).refine(few, fieldMessage('tooMany')),
  /** Columns that differ from what the screen begins with; null where it has no columns to choose. */
  columns: z.record(key, z.boolean()).refine(few, fieldMessage('tooMany')).nullable(),
})
export type ViewState = z.infer<typeof ViewState>

export const SavedView = z.object({
  id: z.number().int(),
  screen: z.enum(VIEW_SCREENS),
  name: z.string(),
  state: ViewState,
  /** Applied when the screen is opened without an address of its own. */
  isDefault: z.boolean(),
  /** Goes up with each change; a change names the one that it knows. */
  version: z.number().int(),
})
export type SavedView = z.infer<typeof SavedView>

const name = z.string().trim().min(1).max(80)
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
/** Or `If-Match: "<version>"`. */
const version = z.coerce.number().int().optional()

export const viewsContract = {
  list: endpoint
    .route({ method: 'GET', path: '/views', summary: 'The asker’s own views of a screen, by name' })
    .meta({ signedIn: true })
    .input(z.object({ screen: z.enum(VIEW_SCREENS) }))
    .output(z.object({ items: z.array(SavedView) })),
  create: endpoint
    .route({
      method: 'POST',
      path: '/views',
      summary: 'Saves a view; at most 100 of a screen, each name once',
    })
    .meta({ signedIn: true, audit: 'view.saved' })
    .input(z.object({ screen: z.enum(VIEW_SCREENS), name, state: ViewState }).strict())
    .output(SavedView),
  change: endpoint
    .route({
      method: 'PATCH',
      path: '/views/{id}',
      summary:
        'Renames a view, replaces its state, or makes it the default; 412 when it changed in the meantime',
    })
    .meta({ signedIn: true, audit: 'view.changed' })
    .input(
      z
        .object({
          id,
          version,
          name: name.optional(),
          state: ViewState.optional(),
          isDefault: z.boolean().optional(),
        })
        .strict(),
    )
    .output(SavedView),
  remove: endpoint
    .route({
      method: 'DELETE',
      path: '/views/{id}',
      summary: 'Removes a view; 412 when it changed in the meantime',
    })
    .meta({ signedIn: true, audit: 'view.removed' })
    .input(z.object({ id, version }).strict())
    .output(z.object({ id: z.number().int() })),
}
