import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { ClientDetail } from '../contract.ts'
import css from './clients.module.css'
import { clientQuery, clientsApi } from './clients-queries.ts'

/** How strictly a client's people sign in (A4); the administrator proves who they are before it changes. */
export function PoliciesPanel({ client }: { client: ClientDetail }) {
  const t = useTranslations('clients')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { id, name, requiresSecondFactor, allowsTrustedDevices } = client
  const change = async (patch: { requiresSecondFactor?: boolean; allowsTrustedDevices?: boolean }) => {
    if (busy) return
    setBusy(true)
    try {
      await clientsApi.changePolicies({ id, requiresSecondFactor, allowsTrustedDevices, ...patch })
      toast.done(t('saved', { name }))
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    await queries.refetchQueries({ queryKey: clientQuery(id).queryKey })
    setBusy(false)
  }
  return (
    <Panel title={t('policies')} note={t('policiesNote')} busy={busy}>
      <div className={css.panels}>
        <Checkbox
          label={t('requiresSecondFactor')}
          description={t('requiresSecondFactorText')}
          checked={requiresSecondFactor}
          onChange={(event) => void change({ requiresSecondFactor: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('allowsTrustedDevices')}
          description={t('allowsTrustedDevicesText')}
          checked={allowsTrustedDevices}
          onChange={(event) => void change({ allowsTrustedDevices: event.currentTarget.checked })}
        />
      </div>
    </Panel>
  )
}
