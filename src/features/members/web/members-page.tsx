import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import type { Member } from '../contract.ts'
import { InvitationsPanel } from './invitations-panel.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import css from './members.module.css'
import { MEMBERS, membersApi, membersQuery, useMembersAddress } from './members-queries.ts'
import { PeoplePanel } from './people-panel.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { RolesPanel } from './roles-panel.tsx'
import { ViewingsPanel } from './viewings-panel.tsx'

/** Who works for the tenant, and who is invited. */
export default function MembersPage() {
  const t = useTranslations('members')
  const failureText = useFailureText()
  const queries = useQueryClient()
  const address = useMembersAddress()
  const { first: data, failure: error } = useCursorList(membersQuery(address))
  const [inviting, setInviting] = useState(false)
  const [changing, setChanging] = useState<Member | null>(null)
  const [removing, setRemoving] = useState<Member | null>(null)
  const [busy, setBusy] = useState(false)
  const again = () => void queries.invalidateQueries({ queryKey: MEMBERS })
  const remove = async ({ userId, name }: Member) => {
    setBusy(true)
    try {
      await membersApi.remove({ userId })
      toast.done(t('removed', { name }))
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    setBusy(false)
    setRemoving(null)
    again()
  }
  if (isProblem(error, 409) && error.problem.code === 'choose_tenant')
    return (
      <>
        <PageHead title={t('title')} />
        <EmptyState
          title={t('chooseTitle')}
          hint={t('chooseText')}
          icon={<IconBuilding size={22} stroke={1.75} />}
        />
      </>
    )
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={data && <Button onClick={() => setInviting(true)}>{t('invite')}</Button>}
      />
      {error && !data ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={again} />
      ) : (
        <div className={css.panels}>
          <PeoplePanel address={address} onChangeRole={setChanging} onRemove={setRemoving} />
          <InvitationsPanel onChanged={again} />
          {data && <RolesPanel roles={data.roles} />}
          {data && <ViewingsPanel />}
        </div>
      )}
      {inviting && data && (
        <InviteDialog
          grantable={data.grantable}
          onInvited={() => {
            setInviting(false)
            again()
          }}
          onClose={() => setInviting(false)}
        />
      )}
      {changing && data && (
        <RoleDialog
          member={changing}
          grantable={data.grantable}
          onDone={() => {
            setChanging(null)
            again()
          }}
          onClose={() => setChanging(null)}
        />
      )}
      {removing && (
        <ConfirmDialog
          opened
          danger
          title={t('removeTitle', { name: removing.name })}
          text={t('removeText', { name: removing.name })}
          confirm={t('removeNow')}
          pending={busy}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}
