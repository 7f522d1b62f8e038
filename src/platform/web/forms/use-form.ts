import { toast } from '../kit/toast.ts'
import { type FieldFaults, useActing } from './use-acting.ts'
import { usePersistedDraft } from './use-persisted-draft.ts'

type Form<Values> = {
  /** Tells forms apart: "feedback", "issue 17". */
  name: string
  initial: Values
  /** What is wrong, by field, all of it; nothing is sent then. A field that nobody used has no fault. */
  check?: (values: Values) => FieldFaults
  /** Rejects when the server did not take it. */
  send: (values: Values) => Promise<unknown>
  /** Said once it was done. */
  done?: string
}

/**
 * A form: its draft is kept until the server has taken it (usePersistedDraft), and it is sent when somebody says so, once at a time
 * (useActing), never again by itself.
 */
export function useForm<Values extends Record<string, unknown>>({
  name,
  initial,
  check,
  send,
  done,
}: Form<Values>) {
  const draft = usePersistedDraft(name, initial)
  const acting = useActing()
  return {
    ...acting,
    draft,
    values: draft.values,
    change: draft.change,
    /** Back to the beginning: it was given up. */
    forget() {
      draft.forget()
      acting.clear()
    },
    /** Answers whether the server has taken it. */
    submit: () =>
      acting.attempt(async () => {
        const found = check?.(draft.values) ?? {}
        if (Object.values(found).some(Boolean)) return found
        await send(draft.values)
        draft.forget()
        if (done !== undefined) toast.done(done)
        return undefined
      }),
  }
}
