import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useAddresses, useRoleNames } from '../../members/web/published.ts'
import { tenantsQuery } from '../../tenants/web/published.ts'
import { TenantChecks } from './tenant-checks.tsx'
import { rolesQuery, usersApi } from './users-queries.ts'

const KINDS = ['tenant', 'staff', 'administrator'] as const
type Kind = (typeof KINDS)[number]

/** One address or a pasted list, and what they all get: a role in a company, in the staff, or everything. */
export function InviteUsersDialog({ onInvited, onClose }: { onInvited: () => void; onClose: () => void }) {
  const t = useTranslations('users')
  const members = useTranslations('members')
  const roleName = useRoleNames()
  const addresses = useAddresses()
  const { data: companies = [] } = useQuery(tenantsQuery)
  const { data: roles } = useQuery(rolesQuery)
  const [kind, setKind] = useState<Kind>('tenant')
  const [tenantId, setTenantId] = useState<number | null>(null)
  const [tenantRole, setTenantRole] = useState('viewer')
  const [staffRole, setStaffRole] = useState('customer_service')
  const [tenantIds, setTenantIds] = useState<number[] | null>(null)
  const company = tenantId ?? companies[0]?.id
  const invite = async () => {
    const asked = addresses.read()
    if ('wrong' in asked) return asked.wrong
    if (kind === 'tenant' && company === undefined) return t('noCompany')
    const {
      invited,
      again,
      members: there,
    } = await usersApi.invite({
      emails: asked.emails,
      as:
        kind === 'tenant'
          ? { kind, tenantId: company as number, role: tenantRole }
          : kind === 'staff'
            ? { kind, role: staffRole, tenantIds }
            : { kind },
    })
    if (invited.length > 0) toast.done(members('invited', { count: invited.length, again: again.length }))
    if (there.length > 0) toast.done(t('alreadyThere', { count: there.length }))
    onInvited()
    return undefined
  }
  return (
    <FormDialog
      title={members('inviteTitle')}
      submit={members('inviteNow')}
      onSubmit={invite}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          {addresses.field(wrong)}
          <ChoiceField
            label={t('inviteAs')}
            value={kind}
            data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={(event) => setKind(event.currentTarget.value as Kind)}
          />
          {kind === 'tenant' && (
            <>
              <ChoiceField
                label={t('company')}
                value={String(company ?? '')}
                data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={(event) => setTenantId(Number(event.currentTarget.value))}
              />
              <ChoiceField
                label={t('role')}
                value={tenantRole}
                data={(roles?.tenant ?? []).map((value) => ({ value, label: roleName(value) }))}
                onChange={(event) => setTenantRole(event.currentTarget.value)}
              />
            </>
          )}
          {kind === 'staff' && (
            <>
              <ChoiceField
                label={t('role')}
                value={staffRole}
                data={(roles?.staff ?? []).map((value) => ({ value, label: roleName(value) }))}
                onChange={(event) => setStaffRole(event.currentTarget.value)}
              />
              <TenantChecks value={tenantIds} onChange={setTenantIds} />
            </>
          )}
          {kind === 'administrator' && <p>{t('administratorText')}</p>}
        </>
      )}
    </FormDialog>
  )
}
