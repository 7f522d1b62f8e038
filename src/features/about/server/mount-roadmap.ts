import type { Hono } from 'hono'
import type { RequestVariables } from '../../../platform/server/http/record-request.ts'

/** How far the project is, for everybody: it stands on the About page (F6). Comments are not part of it. */
export const mountRoadmap = (
  app: Hono<{ Variables: RequestVariables }>,
  source: { roadmap: () => Promise<unknown> },
) => app.get('/api/v1/public/roadmap', async (c) => c.json({ items: await source.roadmap() }))
