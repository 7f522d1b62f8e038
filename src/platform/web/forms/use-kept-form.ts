import { useRef, useState } from 'react'
import { useKeptDraft } from './use-kept-draft.ts'

type KeptForm<Values> = {
  /** Tells forms apart: "saved-view", "issue 17". */
  name: string
  initial: Values
  /** Rejects when the server did not take it; the failure's words come from `useFailureText`. */
  send: (values: Values) => Promise<unknown>
}

/**
 * A form whose draft is kept until the server has taken it (useKeptDraft). It is sent when somebody says so, once at a time, and
 * never again by itself.
 */
export function useKeptForm<Values extends Record<string, unknown>>({
  name,
  initial,
  send,
}: KeptForm<Values>) {
  const { values, restored, change, forget: forgetDraft } = useKeptDraft(name, initial)
  const [failure, setFailure] = useState<unknown>(null)
  const [sending, setSending] = useState(false)
  const underWay = useRef(false)

  const forget = () => {
    forgetDraft()
    setFailure(null)
  }
  return {
    values,
    restored,
    change,
    sending,
    /** Of the last attempt; null: none, or it went well. */
    failure,
    /** Back to the beginning: the form was given up. */
    forget,
    /** Answers whether the server has taken it. */
    async submit(): Promise<boolean> {
      if (underWay.current) return false
      underWay.current = true
      setSending(true)
      setFailure(null)
      try {
        await send(values)
        forget()
        return true
      } catch (fault) {
        setFailure(fault)
        return false
      } finally {
        underWay.current = false
        setSending(false)
      }
    },
  }
}
