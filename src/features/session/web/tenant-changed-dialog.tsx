import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Session } from '../contract.ts'
import { switchTenant } from './switch-tenant.ts'

type TenantChangedDialogProps = {
  /** The session this tab was rendered for, and as it is now. */
  before: Session
  now: Session
}

/** Another tab works in another tenant: this one goes along or takes the session back; nothing happens by itself (A7). */
export default function TenantChangedDialog({ before, now }: TenantChangedDialogProps) {
  const t = useTranslations('session')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [pending, setPending] = useState(false)
  const nameOf = (session: Session) => session.tenant?.name ?? t('allClients')

  const switchBack = async () => {
    setPending(true)
    try {
      await switchTenant(queries, before.tenant?.id ?? null)
    } catch (failure) {
      toast.failed(failureText(failure))
      setPending(false)
    }
  }
  return (
    <Dialog
      opened
      title={t('tenantChangedTitle', { tenant: nameOf(now) })}
      actions={
        <>
          <Button variant="default" loading={pending} onClick={switchBack}>
            {t('switchBack', { tenant: nameOf(before) })}
          </Button>
          <Button disabled={pending} data-autofocus onClick={() => window.location.reload()}>
            {t('reloadFor', { tenant: nameOf(now) })}
          </Button>
        </>
      }
    >
      {t('tenantChangedText', { before: nameOf(before) })}
    </Dialog>
  )
}
