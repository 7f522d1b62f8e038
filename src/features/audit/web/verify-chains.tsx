import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { AuditVerdict } from '../contract.ts'
import { auditApi } from './audit-queries.ts'

/** Works out every chain anew, and says what was found. */
export function VerifyChains({ onVerdict }: { onVerdict: (verdict: AuditVerdict | null) => void }) {
  const t = useTranslations('audit')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const verify = async () => {
    if (busy) return
    setBusy(true)
    onVerdict(null)
    try {
      onVerdict(await auditApi.verify({}))
    } catch (fault) {
      toast.failed(t('verifyFailed', { reason: failureText(fault) }))
    }
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconShieldCheck size={18} stroke={1.75} aria-hidden />}
      aria-disabled={busy}
      onClick={() => void verify()}
    >
      {t(busy ? 'verifying' : 'verify')}
    </Button>
  )
}
