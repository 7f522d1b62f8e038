import type { Actor } from './actors.ts'
import type { Json } from './client.ts'
import { pdf, sendFile } from './documents.ts'
import type { TestPortal } from './portal.ts'

export const REQUESTS = '/api/v1/document-requests'

/** Asks a company for a document; answers of its request. */
export async function askFor(staff: Actor, tenantId: number, more: object = {}): Promise<number> {
  const { status, body } = await staff.post(REQUESTS, {
    ...{ tenantIds: [tenantId], title: 'Organic certificate', ...more },
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.ids[0]
}

export const attachTo = (
  { url }: TestPortal,
  actor: Actor,
  id: number,
  { name = 'certificate.pdf', content = pdf(`request ${id} ${name}`) } = {},
) => sendFile(url, actor, `${REQUESTS}/${id}/files?name=${encodeURIComponent(name)}`, content)

export const requestOf = async (actor: Actor, id: number): Promise<Json> =>
  (await actor.get(`${REQUESTS}/${id}`)).body
