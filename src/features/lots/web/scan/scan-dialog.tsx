import { useTranslations } from 'use-intl'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import ScanView from './scan-view.tsx'

type ScanDialogProps = { onCode: (text: string) => void; onClose: () => void }

/** The camera, until it sees a code. */
export default function ScanDialog({ onCode, onClose }: ScanDialogProps) {
  const t = useTranslations('lots.scan')
  return (
    <Dialog opened title={t('title')} onClose={onClose}>
      <ScanView onCode={onCode} />
    </Dialog>
  )
}
