import { Button } from '@mantine/core'
import { IconMicrophoneOff } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Notice } from '../../../../platform/web/kit/notice.tsx'
import type { VoiceState } from '../../voice-contract.ts'

/** Nobody hears here: why, and what can be done about it. One can type all the same. */
export function NoEar({ voice, onChoose }: { voice: VoiceState; onChoose: () => void }) {
  const t = useTranslations('voice.off')
  const choice = voice.setting !== null && !voice.setting.browserSpeech
  return (
    <Notice
      tone="info"
      icon={<IconMicrophoneOff size={20} stroke={1.75} aria-hidden />}
      title={t('title')}
      action={
        choice && (
          <Button variant="default" onClick={onChoose}>
            {t('set')}
          </Button>
        )
      }
    >
      {t(voice.browserSpeech ? 'browser' : 'company')} {choice && t('manager')}
    </Notice>
  )
}
