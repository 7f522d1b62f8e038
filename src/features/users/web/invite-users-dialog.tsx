import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { readAddresses, useRoleNames } from '../../members/web/published.ts'
import { tenantsQuery } from '../../tenants/web/published.ts'
import { MOST_INVITED } from '../contract.ts'
import { TenantChecks } from './tenant-checks.tsx'
import css from './users.module.css'
import { rolesQuery, usersApi } from './users-queries.ts'

const KINDS = ['tenant', 'staff', 'administrator'] as const
type Kind = (typeof KINDS)[number]

/** One address or a pasted list, and what they all get: a role in a company, in the staff, or everything. */
export function InviteUsersDialog({ onInvited, onClose }: { onInvited: () => void; onClose: () => void }) {
  const t = useTranslations('users')
  const members = useTranslations('members')
  const ui = useTranslations('ui')
  const failureText = useFailureText()
  const formats = useFormats()
  const roleName = useRoleNames()
  const { data: companies = [] } = useQuery(tenantsQuery)
  const { data: roles } = useQuery(rolesQuery)
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>('tenant')
  const [tenantId, setTenantId] = useState<number | null>(null)
  const [tenantRole, setTenantRole] = useState('viewer')
  const [staffRole, setStaffRole] = useState('customer_service')
  const [tenantIds, setTenantIds] = useState<number[] | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const company = tenantId ?? companies[0]?.id
  const invite = async () => {
    const { good, bad } = readAddresses(text)
    if (bad.length > 0) return setWrong(members('notAddresses', { list: formats.list(bad.slice(0, 5)) }))
    if (good.length === 0) return setWrong(members('noAddress'))
    if (good.length > MOST_INVITED) return setWrong(members('tooMany', { most: MOST_INVITED }))
    if (kind === 'tenant' && company === undefined) return setWrong(t('noCompany'))
    setBusy(true)
    setWrong(null)
    try {
      const { invited, members: there } = await usersApi.invite({
        emails: good,
        as:
          kind === 'tenant'
            ? { kind, tenantId: company as number, role: tenantRole }
            : kind === 'staff'
              ? { kind, role: staffRole, tenantIds }
              : { kind },
      })
      if (invited.length > 0) toast.done(members('invited', { count: invited.length }))
      if (there.length > 0) toast.done(t('alreadyThere', { count: there.length }))
      onInvited()
    } catch (fault) {
      setWrong(failureText(fault))
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      title={members('inviteTitle')}
      onClose={onClose}
      onSubmit={() => void invite()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {members('inviteNow')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <label className={css.addresses}>
          <span>{members('addresses')}</span>
          <small>{members('addressesHint')}</small>
          <textarea
            data-autofocus
            rows={4}
            maxLength={40_000}
            value={text}
            aria-invalid={wrong !== null}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
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
        {wrong && <p role="alert">{wrong}</p>}
      </div>
    </Dialog>
  )
}
