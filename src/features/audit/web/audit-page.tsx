import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useColumnChoice } from '../../../platform/web/table/column-choice.ts'
import { ColumnChooser } from '../../../platform/web/table/column-chooser.tsx'
import { DataTable } from '../../../platform/web/table/data-table.tsx'
import { tableOf } from '../../../platform/web/table/table-of.ts'
import { useUrlState } from '../../../platform/web/url/use-url-state.ts'
import type { AuditRow, AuditVerdict } from '../contract.ts'
import AuditEntry from './audit-entry.tsx'
import { AuditExport } from './audit-export.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery } from './audit-queries.ts'
import { type AuditSearch, isFiltered } from './audit-search.ts'
import { ChainsVerdict } from './chains-verdict.tsx'
import { CheckpointLine } from './checkpoint-line.tsx'
import { useAuditColumns } from './use-audit-columns.tsx'
import { useAuditNames } from './use-audit-names.ts'
import { VerifyChains } from './verify-chains.tsx'

/** Everything that happened, of all companies for administrators, else of the own (A10). */
export default function AuditPage() {
  const t = useTranslations('audit')
  const access = useAccess()
  const names = useAuditNames()
  const [search, change] = useUrlState<AuditSearch>()
  const columns = useAuditColumns()
  const choice = useColumnChoice('audit', columns)
  const list = useCursorList(auditQuery(search))
  const { total, dimmed } = list
  const [verdict, setVerdict] = useState<AuditVerdict | null>(null)
  const [entry, setEntry] = useState<{ row: AuditRow; opened: boolean } | null>(null)
  const filtered = isFiltered(search)
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t(access.seesAllTenants ? 'subtitle' : 'subtitleOwn')}
        actions={
          <>
            {can(access, { permission: 'health.read' }) && <VerifyChains onVerdict={setVerdict} />}
            <AuditExport search={search} rows={dimmed ? null : total} />
            <ColumnChooser choice={choice} />
          </>
        }
      />
      {verdict && <ChainsVerdict verdict={verdict} />}
      <AuditFilters search={search} total={dimmed ? null : total} onChange={change} />
      <DataTable
        label={t('title')}
        columns={columns}
        rowKey={({ tenantId, seq }) => `${tenantId} ${seq}`}
        rowTitle={({ action }) => names.action(action)}
        choice={choice}
        onOpen={(row) => setEntry({ row, opened: true })}
        {...tableOf(list, t('notLoaded'))}
        empty={
          <EmptyState
            title={t(filtered ? 'noneFound' : 'none')}
            hint={t(filtered ? 'noneFoundHint' : 'noneHint')}
          />
        }
      />
      <CheckpointLine />
      {entry && <AuditEntry {...entry} onClose={() => setEntry({ ...entry, opened: false })} />}
    </>
  )
}
