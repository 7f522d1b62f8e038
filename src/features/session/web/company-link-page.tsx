import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { useSessionState } from './session-store.ts'
import { switchTenant } from './switch-tenant.ts'

/** The link of a mail opens something of another company than the session works for: the switch is offered, and asked (A7). */
export default function CompanyLinkPage() {
  const params = useParams({ strict: false }) as { tenantId?: string }
  const tenantId = Number(params.tenantId)
  /** What it opens there, a path of this portal. */
  const { to = '/' } = useSearch({ strict: false }) as { to?: string }
  const t = useTranslations('session.companyLink')
  const tSession = useTranslations('session')
  const queries = useQueryClient()
  const router = useRouter()
  const failureText = useFailureText()
  const [pending, setPending] = useState(false)
  const state = useSessionState()
  if (!('session' in state)) return null
  const { session } = state
  const membership = session.memberships.find((one) => one.tenantId === tenantId)
  // Who looks after several clients reads the link among all of them.
  const seesMany = session.permissions.includes('tenants.read')
  const current = session.tenant?.name ?? tSession('allClients')
  const open = async () => {
    setPending(true)
    try {
      await switchTenant(queries, seesMany ? null : tenantId)
      router.history.replace(to)
    } catch (failure) {
      toast.failed(failureText(failure))
      setPending(false)
    }
  }
  const tenant = membership?.tenantName ?? t('anotherClient')
  const isTheirs = seesMany || membership !== undefined
  return (
    <>
      <PageHead title={t('title')} />
      <Panel>
        <EmptyState
          icon={<IconBuilding size={22} stroke={1.75} />}
          title={isTheirs ? t('text', { tenant, current }) : t('notYours')}
          actions={
            <>
              <Link to="/" replace>
                {t('stay', { current })}
              </Link>
              {isTheirs && (
                <Button loading={pending} onClick={() => void open()}>
                  {seesMany ? t('toAll') : t('goTo', { tenant })}
                </Button>
              )}
            </>
          }
        />
      </Panel>
    </>
  )
}
