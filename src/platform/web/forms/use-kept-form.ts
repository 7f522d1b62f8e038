import { useRef, useState } from 'react'
import { type Access, useAccess } from '../access/access.tsx'
import { tabOnly } from '../browser-storage.ts'
import { readDraft } from './read-draft.ts'

const keyOf = ({ user, tenant }: Access, name: string) =>
  `portal.draft.${user.email}.${tenant?.id ?? 'all'}.${name}`

type KeptForm<Values> = {
  /** Tells forms apart: "saved-view", "issue 17". */
  name: string
  initial: Values
  /** Rejects when the server did not take it; the failure's words come from `useFailureText`. */
  send: (values: Values) => Promise<unknown>
}

/**
 * A form that keeps what was typed in this tab, over a reload and a lost connection, until the server has taken it (B8): per
 * person and tenant, forgotten at sign-out and at a switch of tenant. It is sent when somebody says so, once at a time, and
 * never again by itself. Keep no passwords, codes or files in it.
 */
export function useKeptForm<Values extends Record<string, unknown>>({
  name,
  initial,
  send,
}: KeptForm<Values>) {
  const key = keyOf(useAccess(), name)
  const [draft] = useState(() => readDraft(tabOnly.read(key), initial))
  const [values, setValues] = useState(draft ?? initial)
  const [restored, setRestored] = useState(draft !== null)
  const [failure, setFailure] = useState<unknown>(null)
  const [sending, setSending] = useState(false)
  const underWay = useRef(false)

  const forget = () => {
    tabOnly.write(key, null)
    setValues(initial)
    setRestored(false)
    setFailure(null)
  }
  return {
    values,
    /** What is there was typed before a reload: worth saying. */
    restored,
    sending,
    /** Of the last attempt; null: none, or it went well. */
    failure,
    change(patch: Partial<Values>) {
      const next = { ...values, ...patch }
      tabOnly.write(key, JSON.stringify(next))
      setValues(next)
    },
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
