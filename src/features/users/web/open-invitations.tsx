import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { SearchedRecords } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useRoleNames } from '../../members/web/published.ts'
import type { OpenInvitation } from '../contract.ts'
import css from './users.module.css'
import { invitationsQuery, USERS, usersApi } from './users-queries.ts'

/** Who is invited and has not come yet; nothing is shown where nobody is. */
export function OpenInvitations() {
  const t = useTranslations('users')
  const members = useTranslations('members')
  const formats = useFormats()
  const failureText = useFailureText()
  const roleName = useRoleNames()
  const queries = useQueryClient()
  const { data } = useQuery(invitationsQuery)
  const withdrawal = useMutation({
    mutationFn: ({ id }: OpenInvitation) => usersApi.withdraw({ id }),
    onSuccess: ({ email }) => toast.done(members('withdrawn', { email })),
    onError: (fault) => toast.failed(failureText(fault)),
    onSettled: () => queries.invalidateQueries({ queryKey: USERS }),
  })
  if (!data || data.length === 0) return null
  const fact = ({ role, tenant, invitedBy, endsAt }: OpenInvitation) => {
    const name = roleName(role ?? 'global_admin')
    const facts = {
      role: tenant === null ? name : t('roleAt', { role: name, company: tenant }),
      until: formats.dateTime(endsAt),
    }
    return invitedBy ? members('invitedBy', { ...facts, by: invitedBy }) : members('invitedByNobody', facts)
  }
  return (
    <div className={css.below}>
      <Panel title={members('invitations')} flush>
        <SearchedRecords
          inAddress="invited"
          label={members('invitations')}
          items={data.map((invitation) => ({
            key: invitation.id,
            words: `${invitation.email} ${fact(invitation)}`,
            title: (
              <>
                {invitation.email}{' '}
                {Date.parse(invitation.endsAt) < Date.now() && (
                  <Badge tone="mute">{members('expired')}</Badge>
                )}
              </>
            ),
            facts: [fact(invitation)],
            actions: (
              <Button
                variant="default"
                disabled={withdrawal.isPending}
                onClick={() => withdrawal.mutate(invitation)}
              >
                {members('withdraw')}
              </Button>
            ),
          }))}
        />
      </Panel>
    </div>
  )
}
