import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RequestDemo } from '../../demo-requests/web/published.ts'
import css from './about.module.css'
import { KeptClaims } from './kept-claims.tsx'
import { Modules, Technology } from './parts.tsx'
import { PhaseCard } from './phase-card.tsx'
import { PhaseComments } from './phase-comments.tsx'
import { PhaseDialog } from './phase-dialog.tsx'
import roadmap from './roadmap.module.css'
import { roadmapQuery } from './roadmap-queries.ts'

/** `/project-overview`: what the portal does, what it is made of and how far it is, with what people say of it (F6). */
export default function ProjectOverviewPage() {
  const t = useTranslations('roadmap')
  const a = useTranslations('about')
  return (
    <div className={css.inside}>
      <PageHead
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Link to="/about-us">{t('about')}</Link>
            <RequestDemo />
          </>
        }
      />
      <Modules />
      <Panel title={a('technologyTitle')}>
        <Technology />
      </Panel>
      <Phases />
      <KeptClaims />
    </div>
  )
}

function Phases() {
  const t = useTranslations('roadmap')
  const access = useAccess()
  const { data, error, refetch } = useQuery(roadmapQuery)
  const [changed, setChanged] = useState<string | null>(null)
  const one = data?.items.find(({ phase }) => phase === changed)
  const title = (phase: NonNullable<typeof one>['phase']) => t(`phases.${phase}.title`)
  return (
    <Panel title={t('phasesTitle')} busy={!data && !error}>
      {error && !data && (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} framed={false} />
      )}
      <ol className={roadmap.phases}>
        {data?.items.map((phase) => (
          <PhaseCard
            key={phase.phase}
            phase={phase}
            actions={
              can(access, { permission: 'company.manage' }) && (
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={t('change', { phase: title(phase.phase) })}
                  onClick={() => setChanged(phase.phase)}
                >
                  {t('changeShort')}
                </Button>
              )
            }
          >
            <PhaseComments phase={phase} mayComment={data.mayComment} />
          </PhaseCard>
        ))}
      </ol>
      {one && <PhaseDialog phase={one} onClose={() => setChanged(null)} />}
    </Panel>
  )
}
