import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { useFailureText } from './failure-text.ts'
import { FormFaults, faultsOf, NO_FAULTS } from './form-faults.ts'
import { Refusal } from './refusal.tsx'

type FormDialogProps = {
  title: string
  /** On the main button. */
  submit: string
  danger?: boolean
  /** Not yet: the main button waits for what is missing. */
  ready?: boolean
  size?: 'md' | 'xl'
  /** Does it, and leaves or replaces the dialog; answers what is wrong with the input instead, or throws what the server says. */
  onSubmit: () => Promise<string | undefined>
  onClose: () => void
  /** The fields; what the server says of one stands at it. A function puts all that is wrong at a field; otherwise it stands below. */
  children: ReactNode | ((wrong: string | null) => ReactNode)
}

/** A dialog with fields: one attempt at a time, and what was wrong with it is said without losing what was typed. */
export function FormDialog({
  title,
  submit,
  danger = false,
  ready = true,
  size = 'md',
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const t = useTranslations('ui')
  const failureText = useFailureText()
  const [wrong, setWrong] = useState<string | null>(null)
  const [faults, setFaults] = useState(NO_FAULTS)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    setWrong(null)
    setFaults(faultsOf(null))
    try {
      const fault = await onSubmit()
      if (fault === undefined) return
      setWrong(fault)
    } catch (fault) {
      setWrong(failureText(fault))
      setFaults(faultsOf(fault))
    }
    setBusy(false)
  }
  return (
    <Dialog
      opened
      title={title}
      size={size}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" {...(danger && { color: 'red' })} loading={busy} disabled={!ready}>
            {submit}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <FormFaults value={faults}>{typeof children === 'function' ? children(wrong) : children}</FormFaults>
        {typeof children !== 'function' && wrong !== null && <Refusal>{wrong}</Refusal>}
      </div>
    </Dialog>
  )
}
