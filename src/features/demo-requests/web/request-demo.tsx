import { Button } from '@mantine/core'
import { IconPresentation } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { knowSession } from '../../session/web/published.ts'
import type { Asker } from './request-demo-dialog.tsx'

const RequestDemoDialog = lazyComponent(() => import('./request-demo-dialog.tsx'))

/** What is known of who asks; nothing of a visitor, nor while the session cannot be learnt: the form is empty then. */
async function whoAsks(): Promise<Asker> {
  const state = await knowSession().catch(() => null)
  if (!state || !('session' in state)) return { name: '', email: '', company: '' }
  const { user, tenant } = state.session
  return { name: user.name, email: user.email, company: tenant?.name ?? '' }
}

/** "Request Demo" (F6), for everybody: who is signed in need not say who they are. */
export function RequestDemo() {
  const t = useTranslations('demoRequests')
  const [asker, setAsker] = useState<Asker | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    setAsker(await whoAsks())
    setBusy(false)
  }
  return (
    <>
      <Button
        leftSection={<IconPresentation size={18} stroke={1.75} aria-hidden />}
        loading={busy}
        onClick={() => void begin()}
      >
        {t('request')}
      </Button>
      <Suspense fallback={null}>
        {asker && <RequestDemoDialog asker={asker} onClose={() => setAsker(null)} />}
      </Suspense>
    </>
  )
}
