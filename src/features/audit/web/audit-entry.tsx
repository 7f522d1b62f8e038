import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { Sheet } from '../../../platform/web/kit/sheet.tsx'
import type { AuditRow } from '../contract.ts'
import css from './audit.module.css'
import { useAuditNames } from './use-audit-names.ts'

type AuditEntryProps = { row: AuditRow; opened: boolean; onClose: () => void }

/** One row of the trail: who, when, what of it changed, and the seal. */
export default function AuditEntry({ row, opened, onClose }: AuditEntryProps) {
  const t = useTranslations('audit')
  const formats = useFormats()
  const names = useAuditNames()
  const facts: [string, string | null][] = [
    [t('columns.at'), formats.dateTime(row.at)],
    [t('columns.actor'), names.actor(row)],
    [t('email'), row.actorEmail],
    [t('columns.company'), names.company(row)],
    [t('columns.object'), names.object(row)],
    [t('columns.address'), row.address],
    [t('columns.trace'), row.traceId],
    [t('hash'), row.hash],
  ]
  return (
    <Sheet opened={opened} title={t('entry', { seq: formats.count(row.seq) })} onClose={onClose}>
      <p className={css.head}>
        <strong>{names.action(row.action)}</strong>
        {row.byStaff && <Badge tone="info">{t('byStaff')}</Badge>}
      </p>
      <Changes old={row.old} now={row.new} />
      <dl className={css.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Sheet>
  )
}

const isErased = (value: unknown) => typeof value === 'object' && value !== null && 'erased' in value

type Words = {
  /** What stands for a value of somebody who was erased. */
  erased: string
  role: (key: string) => string
}

function shown(field: string, value: unknown, words: Words): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || isErased(one)))
    return value.map((one) => shown(field, one, words)).join(', ')
  if (isErased(value)) return words.erased
  if (typeof value === 'string') return field === 'role' ? words.role(value) : value
  return JSON.stringify(value, (key, part) =>
    key === 'role' && typeof part === 'string' ? words.role(part) : part,
  )
}

function Changes({ old, now }: { old: AuditRow['old']; now: AuditRow['new'] }) {
  const t = useTranslations('audit')
  const words = { erased: t('erased'), role: useAuditNames().role }
  const fields = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].sort()
  if (fields.length === 0) return <p className={css.none}>{t('noChanges')}</p>
  return (
    <table className={css.changes}>
      <caption>{t('changes')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{shown(field, old?.[field], words)}</td>
            <td>{shown(field, now?.[field], words)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
