import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceField } from '../../../../platform/web/kit/fields.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import { useRoleNames } from '../../../members/web/published.ts'
import { tenantsQuery } from '../../../tenants/web/published.ts'
import type { User, UserAccess } from '../../contract.ts'
import { TenantChecks } from '../tenant-checks.tsx'
import css from '../users.module.css'
import { rolesQuery, usersApi } from '../users-queries.ts'
import { useAttempt } from './use-attempt.ts'

type AccessPanelProps = { user: User; onChanged: () => Promise<unknown> }
type Membership = UserAccess['memberships'][number]

/** Everything that somebody may enter: roles by company, staff, administrator. Saved at once, whole. */
export function AccessPanel({ user, onChanged }: AccessPanelProps) {
  const t = useTranslations('users')
  const roleName = useRoleNames()
  const { data: companies = [] } = useQuery(tenantsQuery)
  const { data: roles } = useQuery(rolesQuery)
  const [access, setAccess] = useState(user.access)
  const { busy, attempt } = useAttempt(onChanged)
  const { administrator, staff, memberships } = access
  const change = (patch: Partial<UserAccess>) => setAccess({ ...access, ...patch })
  const changeAt = (at: number, patch: Partial<Membership>) =>
    change({ memberships: memberships.map((one, index) => (index === at ? { ...one, ...patch } : one)) })
  // Companies that rest are in no list to choose from; who belongs to one shows it.
  const known = new Map([...user.tenants, ...companies].map(({ id, name }) => [id, name]))
  const free = companies.filter(({ id }) => !memberships.some(({ tenantId }) => tenantId === id))
  const choices = (own: number) => [
    { value: String(own), label: known.get(own) ?? String(own) },
    ...free.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const isChanged = JSON.stringify(access) !== JSON.stringify(user.access)
  const [next] = free
  return (
    <Panel title={t('access')} note={t('accessNote')}>
      <div className={css.form}>
        {memberships.map(({ tenantId, role }, at) => (
          <div key={tenantId} className={css.row}>
            <ChoiceField
              label={t('company')}
              value={String(tenantId)}
              data={choices(tenantId)}
              onChange={(event) => changeAt(at, { tenantId: Number(event.currentTarget.value) })}
            />
            <ChoiceField
              label={t('role')}
              value={role}
              data={[...new Set([role, ...(roles?.tenant ?? [])])].map((value) => ({
                value,
                label: roleName(value),
              }))}
              onChange={(event) => changeAt(at, { role: event.currentTarget.value })}
            />
            <Button
              variant="default"
              onClick={() => change({ memberships: memberships.filter((_, index) => index !== at) })}
            >
              {t('removeCompany')}
            </Button>
          </div>
        ))}
        {next && (
          <div>
            <Button
              variant="default"
              onClick={() => change({ memberships: [...memberships, { tenantId: next.id, role: 'viewer' }] })}
            >
              {t('addCompany')}
            </Button>
          </div>
        )}
        <ChoiceField
          label={t('staffRole')}
          description={t('staffRoleHint')}
          value={staff?.role ?? ''}
          data={[
            { value: '', label: t('notStaff') },
            ...(roles?.staff ?? []).map((value) => ({ value, label: roleName(value) })),
          ]}
          onChange={(event) => {
            const role = event.currentTarget.value
            change({ staff: role ? { tenantIds: null, ...staff, role } : null })
          }}
        />
        {staff && (
          <TenantChecks
            value={staff.tenantIds}
            onChange={(tenantIds) => change({ staff: { ...staff, tenantIds } })}
          />
        )}
        <label className={css.check}>
          <input
            type="checkbox"
            checked={administrator}
            onChange={(event) => change({ administrator: event.currentTarget.checked })}
          />
          {t('isAdministrator')}
        </label>
        <div className={css.actions}>
          <Button
            disabled={!isChanged}
            loading={busy}
            onClick={() =>
              void attempt(
                () => usersApi.setAccess({ userId: user.userId, accessVersion: user.accessVersion, access }),
                t('accessSaved', { name: user.name }),
              )
            }
          >
            {t('saveAccess')}
          </Button>
          <Button variant="default" disabled={!isChanged || busy} onClick={() => setAccess(user.access)}>
            {t('discard')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
