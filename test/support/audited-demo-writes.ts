import { anAdministrator } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import { createClient } from './client.ts'
import type { TestPortal } from './portal.ts'

/** Those of demo requests: in the chain of the installation, without what was said. */
export function auditedDemoWrites(portal: TestPortal): Record<string, AuditedWrite> {
  let id = 0
  return {
    'PUT /admin/demo-requests/{id}': {
      asker: () => anAdministrator(portal),
      arrange: async (actor) => {
        const wish = { name: 'x', email: 'x@test.example', company: 'x' }
        await createClient(portal.url).post('/api/v1/public/demo-requests', wish)
        id = (await actor.get('/api/v1/admin/demo-requests')).body.items[0].id
      },
      act: (actor) =>
        actor.send('PUT', `/api/v1/admin/demo-requests/${id}`, {
          answered: true,
          note: 'Called',
          version: 1,
        }),
      expected: (actor) => ({
        ...{ tenant_id: 0, actor: actor.userId, action: 'demo.answered', object_type: 'demo_request' },
        ...{
          object_id: String(id),
          old: { answered: false, version: 1 },
          new: { answered: true, version: 2 },
        },
      }),
    },
  }
}
