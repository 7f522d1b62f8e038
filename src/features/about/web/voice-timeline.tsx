import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import type { VoicePhase } from '../contract.ts'
import { TONES } from './phase-card.tsx'
import { PhaseDialog } from './phase-dialog.tsx'
import css from './roadmap.module.css'
import { voicePhasesQuery } from './roadmap-queries.ts'

/** How far voice is (F4): rows that administrators keep, like the phases of the project. */
export function VoiceTimeline() {
  const t = useTranslations('roadmap')
  const access = useAccess()
  const { data, error, refetch } = useQuery(voicePhasesQuery)
  const [changed, setChanged] = useState<VoicePhase['phase'] | null>(null)
  const one = data?.items.find(({ phase }) => phase === changed)
  return (
    <Panel title={t('voiceTitle')} busy={!data && !error}>
      {error && !data && (
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} framed={false} />
      )}
      <ol className={css.timeline}>
        {data?.items.map((phase) => (
          <li key={phase.phase}>
            <b>{t(`phases.${phase.phase}.title`)}</b>
            <Badge tone={TONES[phase.status]}>{t(`voiceStates.${phase.status}`)}</Badge>
            <DueDate phase={phase} />
            {can(access, { permission: 'company.manage' }) && (
              <Button
                variant="default"
                size="compact-md"
                aria-label={t('change', { phase: t(`phases.${phase.phase}.title`) })}
                onClick={() => setChanged(phase.phase)}
              >
                {t('changeShort')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {one && <PhaseDialog phase={one} onClose={() => setChanged(null)} />}
    </Panel>
  )
}

/** Of the launch alone something is said of its day, and nothing of one that has passed. */
function DueDate({ phase: { phase, status, dueOn } }: { phase: VoicePhase }) {
  const t = useTranslations('roadmap')
  if (dueOn === null)
    return phase === 'voice-launch' && status !== 'completed' ? (
      <span className={css.quiet}>{t('noDate')}</span>
    ) : null
  const [year = '', month = ''] = dueOn.split('-')
  const quarter = String(Math.ceil(Number(month) / 3))
  return <span className={css.quiet}>{t('due', { quarter, year })}</span>
}
