import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { SearchedRecords } from '../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useRoleNames, useRoleSummary } from '../../members/web/published.ts'
import { ROLE_KINDS, type Role } from '../contract.ts'
import { type Edited, RoleEditor } from './role-editor.tsx'
import css from './roles.module.css'
import { rolesApi, rolesQuery } from './roles-queries.ts'

const isAsShipped = ({ name, permissions, shipped }: Role) =>
  shipped !== null && name === null && permissions.join() === shipped.join()

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
  const actions = (role: Role) => (
    <>
      <Button variant="default" onClick={() => setEdited({ role, name: nameOf(role) })}>
        {t('edit')}
      </Button>
      <Button
        variant="default"
        onClick={() =>
          setEdited({
            kind: role.kind,
            name: t('copyOf', { name: nameOf(role) }),
            permissions: role.permissions,
          })
        }
      >
        {t('copy')}
      </Button>
      {role.shipped && !isAsShipped(role) && (
        <Button variant="default" onClick={() => setAsking({ role, act: 'reset' })}>
          {t('reset')}
        </Button>
      )}
      {role.shipped === null && (
        <Button variant="default" disabled={!role.unused} onClick={() => setAsking({ role, act: 'remove' })}>
          {t('remove')}
        </Button>
      )}
    </>
  )
  const title = (role: Role) => (
    <>
      {nameOf(role)} {role.shipped === null && <Badge tone="info">{t('own')}</Badge>}
      {role.shipped && !isAsShipped(role) && <Badge tone="warn">{t('changed')}</Badge>}
    </>
  )
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      {error && !data ? (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.panels}>
          {ROLE_KINDS.map((kind) => (
            <Panel
              key={kind}
              title={t(`kinds.${kind}`)}
              flush
              busy={!data}
              actions={
                <Button variant="default" onClick={() => setEdited({ kind, name: '', permissions: [] })}>
                  {t('create')}
                </Button>
              }
            >
              <SearchedRecords
                inAddress={kind}
                label={t(`kinds.${kind}`)}
                items={(data ?? [])
                  .filter((role) => role.kind === kind)
                  .map((role) => ({
                    key: role.key,
                    words: `${nameOf(role)} ${summary(role.permissions)}`,
                    title: title(role),
                    facts: [summary(role.permissions), t('people', { count: role.people })],
                    actions: actions(role),
                  }))}
              />
            </Panel>
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
