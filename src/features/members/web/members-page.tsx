import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { LongListSearch, RecordList } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useUrlText } from '../../../platform/web/url/use-url-text.ts'
import type { Member } from '../contract.ts'
import { InvitationsPanel } from './invitations-panel.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import css from './members.module.css'
import { membersApi, membersQuery } from './members-queries.ts'
import { RoleDialog } from './role-dialog.tsx'
import { RolesPanel } from './roles-panel.tsx'
import { useRoleNames } from './use-role-names.ts'
import { ViewingsPanel } from './viewings-panel.tsx'

/** Who works for the tenant, and who is invited. */
export default function MembersPage() {
  const t = useTranslations('members')
  const formats = useFormats()
  const failureText = useFailureText()
  const roleName = useRoleNames()
  const queries = useQueryClient()
  const records = useTranslations('ui.records')
  const [search, setSearch] = useUrlText('search')
  const { data, error, isPlaceholderData } = useQuery(membersQuery(search))
  const [inviting, setInviting] = useState(false)
  const [changing, setChanging] = useState<Member | null>(null)
  const [removing, setRemoving] = useState<Member | null>(null)
  const [busy, setBusy] = useState(false)
  const again = () => void queries.invalidateQueries({ queryKey: ['members', 'list'] })
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
          <Panel title={t('people')} flush busy={!data || isPlaceholderData}>
            <LongListSearch
              value={search}
              count={data?.items.length ?? 0}
              total={data?.total ?? null}
              more={false}
              onChange={setSearch}
            />
            {data?.items.length === 0 && <EmptyState title={records('found', { count: 0 })} />}
            {data && data.total > data.items.length && (
              <p className={css.more}>{t('more', { shown: data.items.length, total: data.total })}</p>
            )}
            <RecordList
              label={t('people')}
              items={(data?.items ?? []).map((member) => ({
                key: member.userId,
                title: (
                  <>
                    {member.name} <Badge tone="mute">{roleName(member.role)}</Badge>{' '}
                    {member.isAsker && <Badge tone="info">{t('you')}</Badge>}
                  </>
                ),
                facts: [
                  t('facts', { email: member.email, since: formats.dateTime(member.since) }),
                  member.lastSeen ? t('lastSeen', { at: formats.dateTime(member.lastSeen) }) : t('neverSeen'),
                ],
                actions: (
                  <>
                    <Button variant="default" onClick={() => setChanging(member)}>
                      {t('changeRole')}
                    </Button>
                    <Button variant="default" onClick={() => setRemoving(member)}>
                      {t('remove')}
                    </Button>
                  </>
                ),
              }))}
            />
          </Panel>
          <InvitationsPanel invitations={data?.invitations} onChanged={again} />
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
