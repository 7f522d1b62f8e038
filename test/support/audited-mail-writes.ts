import type { Superuser } from '../security/support/superuser.ts'
import { anAdministrator } from './actors.ts'
import type { AuditedWrite } from './audited-write.ts'
import type { TestPortal } from './portal.ts'

/** Those of the list of mails. */
export function auditedMailWrites(portal: TestPortal, superuser: Superuser): Record<string, AuditedWrite> {
  const asker = () => anAdministrator(portal)
  return {
    'POST /admin/mails/{id}/reveal': {
      asker,
      act: async (actor) => {
        const id = await superuser.value<number>(
          `insert into auth.mails (to_email, kind, language, secret, ends_at)
           values ($1, 'reset_link', 'en', 'x', now() + interval '1 hour') returning id`,
          [actor.email],
        )
        return actor.post(`/api/v1/admin/mails/${id}/reveal`, {})
      },
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        action: 'mail.revealed',
        object_type: 'mail',
        new: { kind: 'reset_link', email: actor.email },
      }),
    },
    'POST /admin/mails/{id}/send-again': {
      asker,
      act: async (actor) => {
        const id = await superuser.value<number>(
          `insert into auth.mails (to_email, kind, language, state, ends_at)
           values ($1, 'notices', 'en', 'unsure', now() + interval '1 hour') returning id`,
          [actor.email],
        )
        return actor.post(`/api/v1/admin/mails/${id}/send-again`, {})
      },
      expected: (actor) => ({
        tenant_id: 0,
        actor: actor.userId,
        action: 'mail.sent_again',
        object_type: 'mail',
        old: { state: 'unsure', kind: null, email: null },
        new: { state: 'waiting', kind: 'notices', email: actor.email },
      }),
    },
  }
}
