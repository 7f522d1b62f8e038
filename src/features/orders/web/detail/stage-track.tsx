import { IconCheck, IconCircle, IconProgress } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { DASH } from '../../../../platform/web/format/formats.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { OrderDetail } from '../../contract.ts'
import { isDone, stageColour } from '../../domain/order-status.ts'
import { DoneMark, Stage } from '../order-cells.tsx'
import css from './order-detail.module.css'

type OneStage = OrderDetail['stages'][number]

/** The three stages, each with the text that came, whether it is done, and when that last changed. */
export function StageTrack({ stages }: { stages: OneStage[] }) {
  const t = useTranslations('orders')
  return (
    <Panel title={t('detail.stages')}>
      <ol className={css.track}>
        {stages.map((stage) => (
          <Step key={stage.stage} stage={stage} />
        ))}
      </ol>
    </Panel>
  )
}

const ICON = { size: 18, stroke: 2, 'aria-hidden': true } as const

function Step({ stage: { stage, progress, done, changedAt } }: { stage: OneStage }) {
  const t = useTranslations('orders')
  const formats = useFormats()
  const colour = stageColour(progress)
  const state = isDone(done) || colour === 'green' ? 'done' : colour === 'none' ? 'waiting' : 'under-way'
  const coloured = colour !== 'none' && colour !== 'other'
  return (
    <li data-state={state}>
      <span className={css.mark}>
        {state === 'done' ? (
          <IconCheck {...ICON} />
        ) : state === 'waiting' ? (
          <IconCircle {...ICON} />
        ) : (
          <IconProgress {...ICON} />
        )}
      </span>
      <h3>{t(`stages.${stage}`)}</h3>
      <dl>
        <dt>{t('stages.progress')}</dt>
        <dd>
          <Stage text={progress} />
          {coloured && <span aria-hidden> {progress?.trim()}</span>}
        </dd>
        <dt>{t('stages.done')}</dt>
        <dd>
          <DoneMark text={done} />
        </dd>
        <dt>{t('detail.lastChange')}</dt>
        <dd>{changedAt ? formats.dateTime(changedAt) : DASH}</dd>
      </dl>
    </li>
  )
}
