import { Button } from '@mantine/core'
import { IconPlayerStop, IconVolume } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import css from './voice.module.css'

/** At an answer: reads it aloud, once more too, or stops that. */
export function ReadButton({ reading, onPress }: { reading: boolean; onPress: () => void }) {
  const t = useTranslations('voice')
  const Icon = reading ? IconPlayerStop : IconVolume
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={css.read}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      onClick={onPress}
    >
      {t(reading ? 'stopReading' : 'readAloud')}
    </Button>
  )
}
