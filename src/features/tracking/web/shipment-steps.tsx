import { IconCheck, IconCircle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { ShipmentDetail } from '../contract.ts'
import css from './tracking.module.css'

const ICON = { size: 18, stroke: 2, 'aria-hidden': true } as const

/** The four steps, each with its real date: one that is not known is said to be so, never made up. */
export function ShipmentSteps({ steps }: { steps: ShipmentDetail['steps'] }) {
  const t = useTranslations('tracking')
  const formats = useFormats()
  const dateOf = ({ done, on, text }: ShipmentDetail['steps'][number]) =>
    on ? formats.date(on) : (text ?? t(done ? 'noDate' : 'notYet'))
  return (
    <ol className={css.steps} aria-label={t('steps.title')}>
      {steps.map((step) => (
        <li key={step.step} data-done={step.done || undefined}>
          <span className={css.mark}>{step.done ? <IconCheck {...ICON} /> : <IconCircle {...ICON} />}</span>
          <strong>{t(`steps.${step.step}`)}</strong>
          <span>{dateOf(step)}</span>
        </li>
      ))}
    </ol>
  )
}
