import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { PhaseCard } from './phase-card.tsx'
import css from './roadmap.module.css'
import { publicRoadmapQuery } from './roadmap-queries.ts'

/** How far the project is, for everybody. */
export function PublicRoadmap() {
  const t = useTranslations('roadmap')
  const { data, error, refetch } = useQuery(publicRoadmapQuery)
  return (
    <Panel title={t('phasesTitle')} busy={!data && !error}>
      {error && !data && (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} framed={false} />
      )}
      <ol className={css.phases}>
        {data?.items.map((phase) => (
          <PhaseCard key={phase.phase} phase={phase} />
        ))}
      </ol>
    </Panel>
  )
}
