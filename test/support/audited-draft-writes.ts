import type { AuditedWrite } from './audited-write.ts'
import { pdf, sendFile } from './documents.ts'
import type { TestPortal } from './portal.ts'

const FILES = '/api/v1/draft-files'

/** What is typed and not sent is nobody's business yet, and leaves no row (see audited-writes.ts). */
export function auditedDraftWrites(portal: TestPortal): Record<string, AuditedWrite> {
  const expected = () => []
  const address = `${FILES}?form=audited&name=a.pdf`
  let file = 0
  return {
    'PUT /drafts/{form}': {
      act: (actor) => actor.send('PUT', '/api/v1/drafts/audited', { contents: { note: 'x' }, version: 0 }),
      expected,
    },
    'DELETE /drafts/{form}': {
      act: (actor) => actor.send('DELETE', '/api/v1/drafts/audited', {}),
      expected,
    },
    'POST /draft-files': {
      act: (actor) => sendFile(portal.url, actor, address, pdf('audited')),
      expected,
    },
    'DELETE /draft-files/{id}': {
      arrange: async (actor) => {
        file = (await sendFile(portal.url, actor, address, pdf('removed'))).body.id
      },
      act: (actor) => actor.send('DELETE', `${FILES}/${file}`, {}),
      expected,
    },
  }
}
