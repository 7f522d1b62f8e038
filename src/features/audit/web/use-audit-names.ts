import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useRoleNames } from '../../members/web/published.ts'
import type { AuditRow } from '../contract.ts'
import { isKnownAction, isKnownObject } from '../domain/actions.ts'

/** Who works at the command line has no account. */
const COMMAND_LINE = 'command line'
/** Nor has who says what was collected (src/features/finance/db/functions/card_payments.sql). */
const PAYMENT_PROVIDER = 'payment provider'

/** So many addresses stand in a line. */
const MOST_NAMED = 3

/** Whom an invitation was for; null: somebody who is erased. */
function invitedIn({ old, new: now }: AuditRow): (string | null)[] {
  const said = now?.invited ?? old?.email ?? []
  return [said].flat().map((one) => (typeof one === 'string' ? one : null))
}

/** What the trail says in identifiers, in words. */
export function useAuditNames() {
  const t = useTranslations('audit')
  const formats = useFormats()
  const roleName = useRoleNames()
  const who = ({ objectName, objectEmail, objectErased }: AuditRow) =>
    objectErased ? t('erased') : objectName && objectEmail ? `${objectName} (${objectEmail})` : objectName
  return {
    action: (action: string) => (isKnownAction(action) ? t(`actions.${action}`) : action),
    company: ({ tenantId, tenant }: Pick<AuditRow, 'tenantId' | 'tenant'>) =>
      tenant ?? (tenantId === 0 ? t('installation') : String(tenantId)),
    actor: ({ actor, actorKind, actorName, byStaff }: AuditRow) =>
      actorName ??
      (actor === COMMAND_LINE
        ? t('operator')
        : actor === PAYMENT_PROVIDER
          ? t('paymentProvider')
          : actorKind === 'ingest'
            ? t('system')
            : actorKind === 'visitor'
              ? t('visitor')
              : byStaff
                ? t('staff')
                : actor),
    /** What was done to, or to whom: people by name and address, invitations by theirs. */
    object(row: AuditRow): string {
      const { objectType, objectId } = row
      const kind = objectType && isKnownObject(objectType) ? t(`objects.${objectType}`) : objectType
      const invited = objectType === 'invitation' ? invitedIn(row) : []
      if (invited.length > 0) {
        const first = invited.slice(0, MOST_NAMED).map((one) => one ?? t('erased'))
        const more = invited.length - first.length
        return `${kind} ${formats.list(more > 0 ? [...first, t('moreInvited', { count: more })] : first)}`
      }
      return [kind, who(row) ?? (objectType === 'role' && objectId ? roleName(objectId) : objectId)]
        .filter(Boolean)
        .join(' ')
    },
    role: roleName,
  }
}
