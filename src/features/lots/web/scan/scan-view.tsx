import { IconCameraOff } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import css from '../lots.module.css'
import { useCamera } from './use-camera.ts'

/** What the camera sees, until that is a code: Code 128, QR or DataMatrix. */
export default function ScanView({ onCode }: { onCode: (text: string) => void }) {
  const t = useTranslations('lots.scan')
  const { video, state } = useCamera(onCode)
  if (state !== 'starting' && state !== 'watching')
    return (
      <EmptyState
        icon={<IconCameraOff size={22} stroke={1.75} />}
        title={t(`${state}.title`)}
        hint={t(`${state}.hint`)}
      />
    )
  return (
    <>
      <video ref={video} className={css.video} playsInline muted aria-label={t('picture')} />
      <p role="status">{t(state)}</p>
    </>
  )
}
