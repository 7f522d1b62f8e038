import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { TemporaryAccess } from '../contract.ts'
import { CodesPanel } from './codes-panel.tsx'
import { CompaniesPanel } from './companies-panel.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import css from './temporary-access.module.css'
import { choicesQuery, TEMPORARY, temporaryAccessApi } from './temporary-access-queries.ts'

/** Codes that were issued, and the companies that allow them (A2). */
export default function TemporaryAccessPage() {
  const t = useTranslations('temporaryAccess')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const { data: choices } = useQuery(choicesQuery)
  const [issuing, setIssuing] = useState(false)
  const [revoking, setRevoking] = useState<TemporaryAccess | null>(null)
  const [busy, setBusy] = useState(false)
  const again = () => queries.invalidateQueries({ queryKey: TEMPORARY })
  const attempt = async (work: () => Promise<string>) => {
    setBusy(true)
    try {
      toast.done(await work())
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    await again()
    setBusy(false)
    setRevoking(null)
  }
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={choices && <Button onClick={() => setIssuing(true)}>{t('issue')}</Button>}
      />
      <div className={css.panels}>
        <CodesPanel disabled={busy} onRevoke={setRevoking} />
        <CompaniesPanel
          companies={choices?.tenants}
          disabled={busy}
          onChange={({ id, name, allowed }) =>
            void attempt(async () => {
              await temporaryAccessApi.allow({ tenantId: id, allowed: !allowed })
              return t(allowed ? 'nowForbidden' : 'nowAllowed', { company: name })
            })
          }
        />
      </div>
      {issuing && choices && (
        <IssueDialog choices={choices} onIssued={() => void again()} onClose={() => setIssuing(false)} />
      )}
      {revoking && (
        <ConfirmDialog
          opened
          danger
          title={t('revokeTitle', { email: revoking.email })}
          text={t('revokeText')}
          confirm={t('revokeNow')}
          pending={busy}
          onConfirm={() =>
            void attempt(async () => t('revoked', await temporaryAccessApi.revoke({ id: revoking.id })))
          }
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}
