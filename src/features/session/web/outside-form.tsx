import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import css from './set-up-page.module.css'

export type Faults = Record<string, string | undefined>

type OutsideFormProps = {
  submit: string
  submitting: string
  /** What is missing or wrong, by field; nothing is sent then. */
  check: (value: (field: string) => string) => Faults
  /** Answers what went wrong in words, or throws what the server says. */
  send: (value: (field: string) => string) => Promise<unknown>
  /** There is no field that could have the focus. */
  focusSubmit?: boolean
  children?: (faults: Faults) => ReactNode
}

/** A form of a page without a session: what is wrong is said at its field, which takes the focus; what was typed stays. */
export function OutsideForm({ submit, submitting, check, send, focusSubmit, children }: OutsideFormProps) {
  const failureText = useFailureText()
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const show = (found: Faults): boolean => {
    setFaults(found)
    const first = Object.keys(found).find((field) => found[field])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    return first === undefined
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const given = new FormData(event.currentTarget)
    const value = (field: string) => String(given.get(field) ?? '')
    if (!show(check(value))) return
    setSending(true)
    setFailure(null)
    try {
      const wrong = await send(value)
      if (typeof wrong === 'string') setFailure(wrong)
    } catch (caught) {
      const named = isProblem(caught, 422) ? (caught.problem.errors ?? []) : []
      show(Object.fromEntries(named.map(({ path, message }) => [path, message])))
      setFailure(failureText(caught))
    }
    setSending(false)
  }
  return (
    <form ref={form} className={css.fields} onSubmit={onSubmit} noValidate aria-busy={sending || undefined}>
      {children?.(faults)}
      {failure && (
        <div className={css.error} role="alert">
          <IconAlertCircle size={18} stroke={1.75} aria-hidden />
          <p>{failure}</p>
        </div>
      )}
      <Button
        type="submit"
        size="md"
        fullWidth
        aria-disabled={sending}
        {...(focusSubmit && { autoFocus: true, 'data-autofocus': true })}
      >
        {sending ? submitting : submit}
      </Button>
    </form>
  )
}
