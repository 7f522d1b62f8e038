import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { endpoint } from '../../platform/contract/endpoint.ts'

/** `Last-Event-ID` as a parameter, for readers that cannot send the header; the header counts when both are there. */
export const eventsInput = z.object({ lastEventId: z.string().max(40).optional() })

/** One change: where and what, never the data itself, which its own endpoint gives to whoever may see it (G3). */
const Change = z.object({
  topic: z.string(),
  /** 0: of the installation. */
  tenant: z.number().int(),
  object: z.string().nullable(),
  version: z.number().nullable(),
})

/** Answered outside the typed router: a stream that stays open. */
export const eventsContract = {
  stream: endpoint
    .route({
      method: 'GET',
      path: '/events',
      summary: 'Server-sent events: what changed, for the tenants, modules and permissions of the asker',
    })
    .meta({ signedIn: true })
    .input(eventsInput)
    .output(eventIterator(Change)),
}
