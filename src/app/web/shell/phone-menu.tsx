import { Drawer } from '@mantine/core'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { useTranslations } from 'use-intl'
import type { Session } from '../../../features/session/contract.ts'
import { useReturnFocus } from '../../../platform/web/kit/use-return-focus.ts'
import { Rail } from './rail.tsx'
import css from './shell.module.css'

/** The sidebar on a small screen: slides in over the page, traps the focus and gives it back. */
export default function PhoneMenu({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = useTranslations('shell')
  useReturnFocus(true)
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      size={288}
      lockScroll={false}
      returnFocus={false}
      classNames={{ content: css.drawer }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('menu')} data-locks-page>
        <Drawer.Body className={css.drawerBody}>
          <Rail session={session} onLeave={onClose} closable />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
