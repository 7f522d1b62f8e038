import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { tenantsQuery } from '../../tenants/web/published.ts'
import type { UnassignedClient } from '../contract.ts'
import { MoveFacts } from './move-facts.tsx'
import { keyOf, moveQuery, unassignedApi } from './unassigned-queries.ts'

type AssignProps = { client: UnassignedClient; onAssigned: () => void; onClose: () => void }

/** Gives a client to a tenant, after a look at what moves. */
export function AssignDialog({ client, onAssigned, onClose }: AssignProps) {
  const t = useTranslations('unassigned')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const [tenantId, setTenantId] = useState<number | null>(client.belongsTo?.id ?? null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const tenants = useQuery(tenantsQuery)
  const move = useQuery({ ...moveQuery(client, tenantId), enabled: tenantId !== null && !busy })
  const name = client.clientCode ?? client.clientName ?? ''
  const seen = move.isFetching ? undefined : move.data
  const assign = async () => {
    if (!seen) return
    setBusy(true)
    setFailure(null)
    try {
      await unassignedApi.assign({ ...keyOf(client), tenantId: seen.tenant.id, rows: seen.client.rows })
      toast.done(t('assigned', { client: name, tenant: seen.tenant.name }))
      onAssigned()
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
      void move.refetch()
    }
  }
  const wrong = failure ?? move.error ?? tenants.error
  return (
    <Dialog
      opened
      title={t('assignTitle', { client: name })}
      size="xl"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button loading={busy} disabled={!seen} onClick={() => void assign()}>
            {seen ? t('assignTo', { tenant: seen.tenant.name }) : t('assign')}
          </Button>
        </>
      }
    >
      <ChoiceField
        label={t('tenant')}
        data-autofocus
        value={tenantId ?? ''}
        disabled={client.belongsTo !== null}
        data={[
          { value: '', label: t('chooseTenant') },
          ...(tenants.data ?? []).map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        onChange={(event) => setTenantId(Number(event.currentTarget.value) || null)}
      />
      {wrong !== null && <Refusal>{failureText(wrong)}</Refusal>}
      {tenantId !== null && !seen && !wrong && <p aria-busy="true">{t('counting')}</p>}
      {seen && <MoveFacts move={seen} />}
      {seen && <p>{t('follows', { tenant: seen.tenant.name })}</p>}
    </Dialog>
  )
}
