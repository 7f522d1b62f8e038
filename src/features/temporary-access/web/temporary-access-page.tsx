import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { FilterBar } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList, SearchedRecords } from '../../../platform/web/kit/record-list.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { useUrlText } from '../../../platform/web/url/use-url-text.ts'
import { useRoleNames } from '../../members/web/published.ts'
import type { TemporaryAccess } from '../contract.ts'
import { IssueDialog } from './issue-dialog.tsx'
import css from './temporary-access.module.css'
import { accessQuery, choicesQuery, TEMPORARY, temporaryAccessApi } from './temporary-access-queries.ts'

type State = 'active' | 'used' | 'expired' | 'revoked'
const TONES: Record<State, Tone> = { active: 'good', used: 'mute', expired: 'mute', revoked: 'bad' }

const stateOf = ({ revokedAt, endsAt, used, uses }: TemporaryAccess): State => {
  if (revokedAt) return 'revoked'
  if (Date.parse(endsAt) <= Date.now()) return 'expired'
  return used >= uses ? 'used' : 'active'
}

/** As many are seen at one look. */
const FEW = 8

/** Codes that were issued, and the companies that allow them (A2). */
export default function TemporaryAccessPage() {
  const t = useTranslations('temporaryAccess')
  const ui = useTranslations('ui.table')
  const formats = useFormats()
  const failureText = useFailureText()
  const roleName = useRoleNames()
  const queries = useQueryClient()
  const [search, setSearch] = useUrlText('search')
  const list = useCursorList(accessQuery(search))
  const { data: choices } = useQuery(choicesQuery)
  const [issuing, setIssuing] = useState(false)
  const [revoking, setRevoking] = useState<TemporaryAccess | null>(null)
  const [busy, setBusy] = useState(false)
  const again = () => queries.invalidateQueries({ queryKey: TEMPORARY })
  const attempt = async (work: () => Promise<string>) => {
    setBusy(true)
    try {
      toast.done(await work())
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    await again()
    setBusy(false)
    setRevoking(null)
  }
  const facts = (access: TemporaryAccess) => {
    const until = t('until', {
      at: formats.dateTime(access.endsAt),
      since: formats.dateTime(access.createdAt),
    })
    return [
      t('facts', {
        company: access.tenant,
        role: roleName(access.role),
        used: access.used,
        uses: access.uses,
      }),
      access.issuedBy ? `${until} ${t('by', { name: access.issuedBy })}` : until,
      ...(access.lastUsedAt
        ? [
            `${t('lastUsed', { at: formats.dateTime(access.lastUsedAt) })} · ${t('sessions', { count: access.sessions })}`,
          ]
        : []),
    ]
  }
  return (
    <>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={choices && <Button onClick={() => setIssuing(true)}>{t('issue')}</Button>}
      />
      {list.failure ? (
        <ErrorCard title={t('notLoaded')} failure={list.failure} onRetry={() => void list.refresh()} />
      ) : (
        <div className={css.panels}>
          <Panel title={t('codes')} flush busy={list.loading}>
            {(search !== undefined || list.more || list.rows.length > FEW) && (
              <FilterBar note={search && t('found', { count: list.total ?? 0 })}>
                <SearchField
                  label={t('search')}
                  placeholder={t('search')}
                  value={search}
                  onChange={setSearch}
                />
              </FilterBar>
            )}
            {list.rows.length === 0 && !list.loading && (
              <EmptyState
                title={t(search ? 'noneFound' : 'none')}
                hint={t(search ? 'noneFoundHint' : 'noneHint')}
              />
            )}
            <RecordList
              label={t('codes')}
              items={list.rows.map((access) => {
                const state = stateOf(access)
                const over = state === 'revoked' || state === 'expired'
                return {
                  key: access.id,
                  title: (
                    <>
                      {access.email} <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
                    </>
                  ),
                  facts: facts(access),
                  actions: !over && (
                    <Button variant="default" disabled={busy} onClick={() => setRevoking(access)}>
                      {t('revoke')}
                    </Button>
                  ),
                }
              })}
            />
            {list.more && (
              <Button variant="default" loading={list.more.loading} onClick={() => void list.more?.load()}>
                {ui('loadMore')}
              </Button>
            )}
          </Panel>
          <Panel title={t('allowed')} note={t('allowedNote')} flush busy={!choices}>
            <SearchedRecords
              inAddress="companies"
              label={t('allowed')}
              items={(choices?.tenants ?? []).map(({ id, name, allowed }) => ({
                key: id,
                words: name,
                title: (
                  <>
                    {name} {allowed && <Badge tone="good">{t('isAllowed')}</Badge>}
                  </>
                ),
                actions: (
                  <Button
                    variant="default"
                    disabled={busy}
                    onClick={() =>
                      void attempt(async () => {
                        await temporaryAccessApi.allow({ tenantId: id, allowed: !allowed })
                        return t(allowed ? 'nowForbidden' : 'nowAllowed', { company: name })
                      })
                    }
                  >
                    {t(allowed ? 'forbid' : 'allow')}
                  </Button>
                ),
              }))}
            />
          </Panel>
        </div>
      )}
      {issuing && choices && (
        <IssueDialog choices={choices} onIssued={() => void again()} onClose={() => setIssuing(false)} />
      )}
      {revoking && (
        <ConfirmDialog
          opened
          danger
          title={t('revokeTitle', { email: revoking.email })}
          text={t('revokeText')}
          confirm={t('revokeNow')}
          pending={busy}
          onConfirm={() =>
            void attempt(async () => t('revoked', await temporaryAccessApi.revoke({ id: revoking.id })))
          }
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}
