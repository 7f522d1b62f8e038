import { useTranslations } from 'use-intl'
import type { AuditRow } from '../contract.ts'
import { isKnownAction, isKnownObject } from '../domain/actions.ts'

/** Who works at the command line has no account. */
const COMMAND_LINE = 'command line'
/** Nor has who says what was collected (db/functions/1122_card_payments.sql). */
const PAYMENT_PROVIDER = 'payment provider'

/** What the trail says in identifiers, in words. */
export function useAuditNames() {
  const t = useTranslations('audit')
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
    object: ({ objectType, objectId }: AuditRow) =>
      [objectType && isKnownObject(objectType) ? t(`objects.${objectType}`) : objectType, objectId]
        .filter(Boolean)
        .join(' '),
  }
}
