import { Button } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyComponent } from '../../../../platform/web/lazy-component.ts'
import { scannedLot } from '../../domain/scanned-lot.ts'

// With the reader of codes, only for those who scan.
const ScanDialog = lazyComponent(() => import('./scan-dialog.tsx'))

/** Opens the camera, and then the lot whose code it sees. */
export function ScanButton({ again = false }: { again?: boolean }) {
  const t = useTranslations('lots.scan')
  const [opened, setOpened] = useState(false)
  const navigate = useNavigate()
  const open = (text: string) => {
    setOpened(false)
    void navigate({ to: '/lots/$lotNo', params: { lotNo: scannedLot(text) } })
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconScan size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t(again ? 'another' : 'button')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <ScanDialog onCode={open} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
