import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Notice } from '../../../platform/web/kit/notice.tsx'
import type { AuditVerdict } from '../contract.ts'
import { useAuditNames } from './use-audit-names.ts'

/** What verifying found: how much is whole, or where each broken chain breaks. */
export function ChainsVerdict({ verdict: { chains, rows, faults } }: { verdict: AuditVerdict }) {
  const t = useTranslations('audit')
  const formats = useFormats()
  const names = useAuditNames()
  if (faults.length === 0)
    return <Notice tone="info" icon={<IconShieldCheck size={20} />} title={t('whole', { rows, chains })} />
  return (
    <Notice tone="bad" icon={<IconAlertTriangle size={20} />} title={t('broken', { count: faults.length })}>
      {faults
        .map((fault) =>
          t('faultAt', {
            company: names.company(fault),
            seq: formats.count(fault.seq),
            problem: t(`faults.${fault.problem}`),
          }),
        )
        .join(' ')}
    </Notice>
  )
}
