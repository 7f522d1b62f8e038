import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ResetOnVersion } from '../../../platform/web/forms/reset-on-version.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { Slot } from '../../../platform/web/slots/slots.tsx'
import { ViewAsButton } from '../../session/web/published.ts'
import { QuotaPanel } from '../../storage/web/published.tsx'
import type { ClientDetail } from '../contract.ts'
import { ClientFigures } from './client-figures.tsx'
import { ClientForm } from './client-form.tsx'
import { ClientNewest } from './client-newest.tsx'
import css from './clients.module.css'
import { clientQuery } from './clients-queries.ts'
import { StateBadge } from './use-client-columns.tsx'

/** Below what a first view shows, and on demand. */
const PoliciesPanel = lazyComponent(() =>
  import('./policies-panel.tsx').then(({ PoliciesPanel }) => ({ default: PoliciesPanel })),
)
const SuspendDialog = lazyComponent(() =>
  import('./suspend-dialog.tsx').then(({ SuspendDialog }) => ({ default: SuspendDialog })),
)

declare module '../../../platform/web/slots/slots.tsx' {
  interface Slots {
    /** Beneath what the console itself keeps of a client. */
    'client.panel': { id: number; name: string; suspended: boolean }
    /** What can be done for a client. */
    'client.action': { id: number }
  }
}

/** One client: what is kept of it, its figures, and what other features put here (H1). */
export default function ClientPage() {
  const t = useTranslations('clients')
  const params: unknown = useParams({ strict: false })
  const id = Number((params as { id?: string }).id)
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647
  const { data, error, refetch } = useQuery({ ...clientQuery(id), enabled: isId })
  const trail = <Link to="/admin/tenants">{t('title')}</Link>
  if (!isId || isProblem(error, 404))
    return (
      <>
        <PageHead title={t('noSuch')} trail={trail} />
        <EmptyState title={t('noSuch')} hint={t('noSuchHint')} />
      </>
    )
  if (error && !data)
    return (
      <>
        <PageHead title={t('one')} trail={trail} />
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      </>
    )
  if (!data)
    return (
      <>
        <PageHead title={t('one')} trail={trail} />
        <div role="status" aria-busy="true" aria-label={t('loading')}>
          <Skeleton height={120} mb="md" />
          <Skeleton height={320} />
        </div>
      </>
    )
  return <Opened client={data} />
}

function Opened({ client }: { client: ClientDetail }) {
  const t = useTranslations('clients')
  const formats = useFormats()
  const [suspending, setSuspending] = useState(false)
  const { id, name, suspendedAt, createdAt } = client
  return (
    <>
      <PageHead
        title={name}
        trail={<Link to="/admin/tenants">{t('title')}</Link>}
        badge={<StateBadge suspendedAt={suspendedAt} />}
        subtitle={
          suspendedAt
            ? t('suspendedSince', { at: formats.dateTime(suspendedAt) })
            : t('clientSince', { at: formats.dateTime(createdAt) })
        }
        actions={
          <>
            <Slot name="client.action" given={{ id }} />
            {!suspendedAt && <ViewAsButton tenant={client} />}
            <Button variant="default" onClick={() => setSuspending(true)}>
              {t(suspendedAt ? 'resume' : 'suspend')}
            </Button>
          </>
        }
      />
      <div className={css.panels}>
        <ClientFigures client={client} />
        <ClientNewest newest={client.newest} />
        <ResetOnVersion version={client.version}>
          <ClientForm client={client} />
        </ResetOnVersion>
        <Suspense fallback={<Skeleton height={240} />}>
          <PoliciesPanel client={client} />
        </Suspense>
        <QuotaPanel whose={{ id }} />
        <Slot
          name="client.panel"
          given={{ id, name, suspended: suspendedAt !== null }}
          fallback={<Skeleton height={200} />}
        />
      </div>
      <Suspense>
        {suspending && <SuspendDialog client={client} onClose={() => setSuspending(false)} />}
      </Suspense>
    </>
  )
}
