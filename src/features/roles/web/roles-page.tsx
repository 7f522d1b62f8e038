import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { RowAction } from '../../../platform/web/table/column.ts'
import { useRoleNames, useRoleSummary } from '../../members/web/published.ts'
import { ROLE_KINDS, type Role } from '../contract.ts'
import { type Edited, RoleEditor } from './role-editor.tsx'
import css from './roles.module.css'
import { isAsShipped, RolesPanel } from './roles-panel.tsx'
import { rolesApi, rolesQuery } from './roles-queries.ts'

/** The roles of clients and staff: what each may do, in plain words, and the way to change it (A7). */
export default function RolesPage() {
  const t = useTranslations('rolesPage')
  const failureText = useFailureText()
  const known = useRoleNames()
  const summary = useRoleSummary()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(rolesQuery)
  const [edited, setEdited] = useState<Edited | null>(null)
  const [asking, setAsking] = useState<{ role: Role; act: 'reset' | 'remove' } | null>(null)
  const [busy, setBusy] = useState(false)
  const nameOf = ({ key, name }: Role) => name ?? known(key)
  const again = () => queries.invalidateQueries()
  const confirm = async ({ role, act }: { role: Role; act: 'reset' | 'remove' }) => {
    setBusy(true)
    try {
      await rolesApi[act]({ key: role.key })
      toast.done(t(act === 'reset' ? 'wasReset' : 'wasRemoved', { name: nameOf(role) }))
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    await again()
    setBusy(false)
    setAsking(null)
  }
  const actions = (role: Role): RowAction[] => [
    { label: t('edit'), onSelect: () => setEdited({ role, name: nameOf(role) }) },
    {
      label: t('copy'),
      onSelect: () =>
        setEdited({
          kind: role.kind,
          name: t('copyOf', { name: nameOf(role) }),
          permissions: role.permissions,
        }),
    },
    ...(role.shipped && !isAsShipped(role)
      ? [{ label: t('reset'), onSelect: () => setAsking({ role, act: 'reset' }) }]
      : []),
    ...(role.shipped === null
      ? [
          {
            label: t('remove'),
            disabled: !role.unused,
            onSelect: () => setAsking({ role, act: 'remove' }),
          },
        ]
      : []),
  ]
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      {error && !data ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.panels}>
          {ROLE_KINDS.map((kind) => (
            <RolesPanel
              key={kind}
              kind={kind}
              roles={data?.filter((role) => role.kind === kind)}
              nameOf={nameOf}
              actions={actions}
              onCreate={() => setEdited({ kind, name: '', permissions: [] })}
            />
          ))}
        </div>
      )}
      {edited && (
        <RoleEditor
          edited={edited}
          onSaved={() => {
            setEdited(null)
            void again()
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {asking && (
        <ConfirmDialog
          opened
          danger={asking.act === 'remove'}
          title={t(asking.act === 'reset' ? 'resetTitle' : 'removeTitle', { name: nameOf(asking.role) })}
          text={
            asking.act === 'reset'
              ? t('resetText', { summary: summary(asking.role.shipped ?? []) })
              : t('removeText')
          }
          confirm={t(asking.act === 'reset' ? 'resetNow' : 'removeNow')}
          pending={busy}
          onConfirm={() => void confirm(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
