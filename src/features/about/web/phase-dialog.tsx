import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Bounds, decimalWithin } from '../../../platform/web/format/typed-number.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import type { PhaseOnScreen, VoicePhase } from '../contract.ts'
import { PHASE_STATES, type PhaseState } from '../domain/roadmap.ts'
import { roadmapApi } from './roadmap-queries.ts'

type PhaseDialogProps = { phase: PhaseOnScreen | VoicePhase; onClose: () => void }

const PERCENT: Bounds = { decimals: 0, least: 0, most: 100 }

/** Administrators say how far a phase is; a percentage is asked for only while it is under way. */
export function PhaseDialog({ phase, onClose }: PhaseDialogProps) {
  const t = useTranslations('roadmap')
  const queries = useQueryClient()
  const [status, setStatus] = useState<PhaseState>(phase.status)
  const [percent, setPercent] = useState(String(phase.progress))
  const decimal = decimalWithin(percent, PERCENT)
  const save = async () => {
    const progress = status === 'in-progress' ? Number(decimal) : phase.progress
    await roadmapApi.change({ phase: phase.phase, status, progress, version: phase.version })
    await queries.invalidateQueries({ queryKey: ['roadmap'] })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('change', { phase: t(`phases.${phase.phase}.title`) })}
      submit={t('save')}
      ready={status !== 'in-progress' || decimal !== null}
      onSubmit={save}
      onClose={onClose}
    >
      <ChoiceField
        label={t('status')}
        value={status}
        data={PHASE_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        onChange={(event) => setStatus(event.currentTarget.value as PhaseState)}
      />
      {status === 'in-progress' && (
        <NumberField
          bounds={PERCENT}
          label={t('percent')}
          maxLength={6}
          value={percent}
          onChange={(event) => setPercent(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
