import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { useRoleNames } from '../../members/web/published.ts'
import { rolesContract } from '../../roles/contract.ts'
import { beginViewing } from './switch-tenant.ts'

type Tenant = { id: number; name: string }

/** Look at a client through the eyes of a role of it (H1). */
export function ViewAsButton({ tenant }: { tenant: Tenant }) {
  const t = useTranslations('viewing')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('open')}
      </Button>
      {asking && <ViewAsDialog tenant={tenant} onClose={() => setAsking(false)} />}
    </>
  )
}

const rolesApi = createApi(rolesContract)

function ViewAsDialog({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const t = useTranslations('viewing')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const roleName = useRoleNames()
  const { data } = useQuery({ queryKey: ['roles'], queryFn: ({ signal }) => rolesApi.list({}, { signal }) })
  const roles = (data?.items ?? []).filter(({ kind }) => kind === 'tenant').map(({ key }) => key)
  const [chosen, setRole] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const role = chosen ?? (roles.includes('viewer') ? 'viewer' : (roles[0] ?? ''))
  const begin = async () => {
    await beginViewing(queries, { tenantId: tenant.id, role, reason }, () => navigate({ to: '/' }))
    return undefined
  }
  return (
    <FormDialog
      title={t('title', { tenant: tenant.name })}
      submit={t('begin')}
      ready={role !== '' && reason.trim().length >= 3}
      onSubmit={begin}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <p>{t('text')}</p>
          <ChoiceField
            label={t('role')}
            value={role}
            data={roles.map((key) => ({ value: key, label: roleName(key) }))}
            onChange={(event) => setRole(event.currentTarget.value)}
          />
          <TextField
            label={t('reason')}
            data-autofocus
            maxLength={500}
            value={reason}
            error={wrong}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
