import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { DASH } from '../../../platform/web/format/formats.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { Column } from '../../../platform/web/table/column.ts'
import type { AuditRow } from '../contract.ts'
import { useAuditNames } from './use-audit-names.ts'

/** The newest stand first, always: no column sorts. */
export function useAuditColumns(): readonly Column<AuditRow>[] {
  const t = useTranslations('audit')
  const formats = useFormats()
  const names = useAuditNames()
  const { seesAllTenants } = useAccess()
  const column = (
    id: 'at' | 'action' | 'actor' | 'company' | 'object' | 'address' | 'trace',
    cell: (row: AuditRow) => string,
    more: Partial<Column<AuditRow>> = {},
  ): Column<AuditRow> => ({ id, title: t(`columns.${id}`), cell, sortable: false, ...more })
  return [
    column('at', ({ at }) => formats.dateTime(at), { fixed: true, card: 'corner' }),
    column('action', ({ action }) => names.action(action)),
    column('actor', names.actor, { card: 'fact' }),
    ...(seesAllTenants ? [column('company', names.company, { card: 'fact' })] : []),
    column('object', (row) => names.object(row) || DASH, { card: 'fact' }),
    column('address', ({ address }) => address ?? DASH, { startsHidden: true }),
    column('trace', ({ traceId }) => traceId ?? DASH, { startsHidden: true }),
  ]
}
