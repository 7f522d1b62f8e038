import { useState } from 'react'
import { usePersistedDraft } from './use-persisted-draft.ts'

/**
 * What was typed about a thing of the server, kept as by `usePersistedDraft` while somebody else may write another version of it. Until
 * something is typed it follows the server's; from then on it stays, and `conflict` says that the server has another version by now.
 */
export function useVersionedDraft<Values extends Record<string, unknown>>(
  name: string,
  stored: Values,
  version: number,
) {
  const kept = usePersistedDraft(name, { ...stored, version })
  const [typedHere, touch] = useState(false)
  const touched = typedHere || kept.restored
  const { version: about, ...typed } = kept.values
  const values = (touched ? typed : stored) as Values
  return {
    values,
    /** What was typed is of another version than the server's. */
    conflict: touched && about !== version,
    change(patch: Partial<Values>) {
      kept.change({ ...(touched ? undefined : { ...stored, version }), ...patch } as Partial<
        Values & { version: number }
      >)
      touch(true)
    },
    /** The server has it, or its own is taken. */
    forget() {
      kept.forget()
      touch(false)
    },
  }
}
