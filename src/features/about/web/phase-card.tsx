import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import type { Phase } from '../contract.ts'
import { List } from './parts.tsx'
import css from './roadmap.module.css'

export const TONES = { completed: 'good', 'in-progress': 'info', planned: 'mute' } as const

type PhaseCardProps = { phase: Phase; actions?: ReactNode; children?: ReactNode }

/** One phase: where it stands, what it brings, how long it takes and how far it is. */
export function PhaseCard({ phase, actions, children }: PhaseCardProps) {
  const t = useTranslations('roadmap')
  const { status, progress, durationWeeks } = phase
  const title = t(`phases.${phase.phase}.title`)
  return (
    <li className={css.phase}>
      <div className={css.head}>
        <h3>{title}</h3>
        <Badge tone={TONES[status]}>{t(`states.${status}`)}</Badge>
        {actions}
      </div>
      <p className={css.quiet}>
        {t('duration', {
          duration: durationWeeks === null ? t('noDuration') : t('weeks', { count: durationWeeks }),
        })}
      </p>
      <div className={css.progress}>
        <progress max={100} value={progress} aria-label={t('progress', { phase: title })} />
        <span>{t('share', { progress })}</span>
      </div>
      <h4>{t('deliverables')}</h4>
      <List items={t(`phases.${phase.phase}.deliverables`).split('\n')} />
      {children}
    </li>
  )
}
