import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isProblem } from '../api/failures.ts'
import { type FieldFaults, useActing } from '../forms/use-acting.ts'
import css from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { FormFaults } from './form-faults.ts'
import { Refusal } from './refusal.tsx'

type FormDialogProps = {
  title: string
  /** On the main button. */
  submit: string
  danger?: boolean
  /** Not yet: the main button waits for what is missing. */
  ready?: boolean
  size?: 'md' | 'xl'
  /** Says above the fields what somebody else has saved meanwhile; the refusal for that is not said as well. */
  conflict?: ReactNode
  /**
   * Does it, and leaves or replaces the dialog; answers what is wrong with the input instead, in words or by field, or throws what the
   * server says.
   */
  onSubmit: () => Promise<string | FieldFaults | undefined>
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
  conflict,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const t = useTranslations('ui')
  const { busy, wrong, failure, faults, fields, attempt } = useActing()
  // The refusal that the conflict stands for; it is not said either once theirs is taken.
  const [told, setTold] = useState<unknown>(null)
  if (conflict && failure !== told && isProblem(failure, 412)) setTold(failure)
  return (
    <Dialog
      opened
      title={title}
      size={size}
      onClose={onClose}
      onSubmit={() => void attempt(onSubmit)}
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
      <div className={css.fields} ref={fields}>
        {conflict}
        <FormFaults value={faults}>{typeof children === 'function' ? children(wrong) : children}</FormFaults>
        {typeof children !== 'function' && wrong !== null && (!failure || failure !== told) && (
          <Refusal>{wrong}</Refusal>
        )}
      </div>
    </Dialog>
  )
}
