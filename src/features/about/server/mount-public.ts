import type { Hono } from 'hono'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'

type Source = { roadmap: () => Promise<unknown>; claims: () => Promise<unknown> }

/** What stands on the About page for everybody (F6): how far the project is, without comments, and what is claimed of it. */
export function mountPublic(app: Hono<{ Variables: RequestVariables }>, source: Source) {
  app.get('/api/v1/public/roadmap', async (c) => c.json({ items: await source.roadmap() }))
  app.get('/api/v1/public/claims', async (c) => c.json({ items: await source.claims() }))
}
