import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import type { VoiceState } from '../../voice-contract.ts'
import { stateQuery } from '../assistant-queries.ts'
import { voiceApi, voiceQuery } from './voice-queries.ts'

type Props = { setting: NonNullable<VoiceState['setting']>; onClose: () => void }

/** Whether the browser's speech may be used, for all of the company. */
export function VoiceSettingDialog({ setting, onClose }: Props) {
  const t = useTranslations('voice.setting')
  const queries = useQueryClient()
  const [browserSpeech, setBrowserSpeech] = useState(setting.browserSpeech)
  const save = async () => {
    await voiceApi.choose({ browserSpeech, version: setting.version })
    // The version is that of who answers, too.
    await Promise.all([voiceQuery, stateQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
    onClose()
    return undefined
  }
  return (
    <FormDialog title={t('title')} submit={t('save')} onSubmit={save} onClose={onClose}>
      <Checkbox
        label={t('browser')}
        checked={browserSpeech}
        onChange={(event) => setBrowserSpeech(event.currentTarget.checked)}
      />
      <p>{t('text')}</p>
    </FormDialog>
  )
}
