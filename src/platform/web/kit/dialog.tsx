import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import css from './dialog.module.css'
import { overlay } from './overlay.tsx'

const load = () => import('./modal-frame.tsx')
const Modal = overlay(load)
/** Ahead of the first dialog; what goes wrong is told when that opens. */
export const fetchDialogs = () => void load().catch(() => undefined)

type DialogProps = {
  opened: boolean
  title: string
  /** Not given: the dialog asks for a decision and can only be left by one of its buttons. */
  onClose?: (() => void) | undefined
  /** Given: Enter in a field does it too. The main button is of type `submit`. */
  onSubmit?: () => void
  /** Buttons, the main one last. */
  actions?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Nothing behind it is to be seen. */
  covers?: boolean
  children: ReactNode
}

/** A modal dialog: focus is trapped inside and returned on leaving. */
export function Dialog({
  opened,
  title,
  onClose,
  onSubmit,
  actions,
  size = 'md',
  covers,
  children,
}: DialogProps) {
  const t = useTranslations('ui')
  const escapable = onClose !== undefined
  const content = (
    <>
      <div data-locks-page className={css.body}>
        {children}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </>
  )
  return (
    <Modal
      opened={opened}
      onClose={onClose ?? (() => undefined)}
      title={title}
      size={size}
      centered
      lockScroll={false}
      returnFocus={false}
      closeOnEscape={escapable}
      closeOnClickOutside={escapable}
      withCloseButton={escapable}
      {...(covers && { overlayProps: { backgroundOpacity: 1, color: 'var(--canvas)' } })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {onSubmit ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
        >
          {content}
        </form>
      ) : (
        content
      )}
    </Modal>
  )
}

type ConfirmProps = {
  opened: boolean
  title: string
  /** What will happen, plainly. */
  text: string
  confirm: string
  danger?: boolean
  pending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmProps) {
  const { opened, title, text, confirm, danger = false, pending = false, onConfirm, onClose } = props
  const t = useTranslations('ui')
  return (
    <Dialog
      opened={opened}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button {...(danger ? { color: 'red' } : {})} loading={pending} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
