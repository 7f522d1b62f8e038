import { IconCameraOff } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { EmptyState } from '../../../../platform/web/kit/empty-state.tsx'
import css from '../lots.module.css'
import { useCamera } from './use-camera.ts'

type ScanDialogProps = { onCode: (text: string) => void; onClose: () => void }

/** The camera, until it sees a code: Code 128, QR or DataMatrix. */
export default function ScanDialog({ onCode, onClose }: ScanDialogProps) {
  const t = useTranslations('lots.scan')
  const { video, state } = useCamera(onCode)
  const isOff = state !== 'starting' && state !== 'watching'
  return (
    <Dialog opened title={t('title')} onClose={onClose}>
      {isOff ? (
        <EmptyState
          icon={<IconCameraOff size={22} stroke={1.75} />}
          title={t(`${state}.title`)}
          hint={t(`${state}.hint`)}
        />
      ) : (
        <>
          <video ref={video} className={css.video} playsInline muted aria-label={t('picture')} />
          <p role="status">{t(state)}</p>
        </>
      )}
    </Dialog>
  )
}
