import { useState } from 'react'
import { type Access, useAccess } from '../access/access.tsx'
import { tabOnly } from '../browser-storage.ts'
import { readDraft } from './read-draft.ts'

const keyOf = ({ user, tenant }: Access, name: string) =>
  `portal.draft.${user.email}.${tenant?.id ?? 'all'}.${name}`

/**
 * What was typed in this tab, kept over a reload and a lost connection until it is forgotten (B8): per person and tenant, gone
 * at sign-out and at a switch of tenant. Keep no passwords, codes or files in it. `name` tells drafts apart: "issue 17".
 */
export function useKeptDraft<Values extends Record<string, unknown>>(name: string, initial: Values) {
  const key = keyOf(useAccess(), name)
  const [draft] = useState(() => readDraft(tabOnly.read(key), initial))
  const [values, setValues] = useState(draft ?? initial)
  const [restored, setRestored] = useState(draft !== null)
  return {
    values,
    /** What is there was typed before: worth saying. */
    restored,
    change(patch: Partial<Values>) {
      const next = { ...values, ...patch }
      tabOnly.write(key, JSON.stringify(next))
      setValues(next)
    },
    /** Back to the beginning: the server has it, or it was given up. */
    forget() {
      tabOnly.write(key, null)
      setValues(initial)
      setRestored(false)
    },
  }
}
