import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { overlay } from './overlay.tsx'

const load = () => import('./drawer-frame.tsx')
const Drawer = overlay(load)
/** Ahead of the first sheet; what goes wrong is told when that opens. */
export const fetchSheets = () => void load().catch(() => undefined)

type SheetProps = { opened: boolean; title: string; onClose: () => void; children: ReactNode }

/** A drawer from the right, on a phone from below. Traps the focus and gives it back; Escape closes. */
export function Sheet({ opened, title, onClose, children }: SheetProps) {
  const t = useTranslations('ui')
  const phone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '80%' : 440}
      lockScroll={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div data-locks-page>{children}</div>
    </Drawer>
  )
}
