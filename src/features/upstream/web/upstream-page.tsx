import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { StatusesPanel } from '../../orders/web/published.ts'
import { BatchesPanel } from './batches-panel.tsx'
import { FeedsPanel } from './feeds-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { AssumedMarksPanel, SourcesPanel } from './lazy-components.ts'
import css from './upstream.module.css'

/** What comes from upstream systems: by which keys, when, and what became of it (G1, H1). */
export default function UpstreamPage() {
  const t = useTranslations('upstream')
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      <div className={css.panels}>
        <FeedsPanel />
        <Suspense>
          <StatusesPanel />
        </Suspense>
        <Suspense>
          <AssumedMarksPanel />
        </Suspense>
        <KeysPanel />
        <BatchesPanel />
        <Suspense>
          <SourcesPanel />
        </Suspense>
      </div>
    </>
  )
}
