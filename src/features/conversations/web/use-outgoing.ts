import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePersistedDraft } from '../../../platform/web/forms/use-persisted-draft.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { conversationsApi } from './conversations-queries.ts'

/** On its way; `wrong`: it did not arrive, as far as is known here. Sent again it is the same message, by its key. */
export type Outgoing = { key: string; text: string; wrong: string | null }

const parse = (kept: string): Outgoing[] => {
  const read: unknown = JSON.parse(kept)
  return Array.isArray(read) ? (read as Outgoing[]) : []
}

/**
 * What this tab has said and the thread does not show yet: at once on the screen, one after the other on their way, and kept over
 * a reload until they have arrived.
 */
export function useOutgoing(id: number, unsent: string, arrived: ReadonlySet<string | null>) {
  const queries = useQueryClient()
  const failureText = useFailureText()
  const kept = usePersistedDraft(`conversation ${id} outgoing`, { messages: '[]' }, { onlyHere: true })
  const list = useRef(parse(kept.values.messages))
  const busy = useRef(false)
  const set = (next: Outgoing[]) => {
    list.current = next
    if (next.length > 0) kept.change({ messages: JSON.stringify(next) })
    else kept.forget()
  }
  const patch = (key: string, wrong: string | null) =>
    set(list.current.map((one) => (one.key === key ? { ...one, wrong } : one)))
  const drop = (key: string) => set(list.current.filter((one) => one.key !== key))

  const pump = async () => {
    if (busy.current) return
    busy.current = true
    for (
      let next = list.current.find(({ wrong }) => wrong === null);
      next;
      next = list.current.find(({ wrong }) => wrong === null)
    ) {
      const { key, text } = next
      try {
        await conversationsApi.send({ id, text, key })
        // It leaves this list when the thread has it: never twice on the screen, and never gone from it.
        await queries.invalidateQueries({ queryKey: ['conversations', 'one', id] })
        drop(key)
      } catch (failure) {
        const wrong = failureText(failure)
        // What comes after it waits too: nobody reads an answer before its question.
        set(list.current.map((one) => (one.wrong === null ? { ...one, wrong } : one)))
      }
    }
    busy.current = false
    void queries.invalidateQueries({ queryKey: ['conversations', 'list'] })
  }

  // What a reload interrupted may have arrived or not: it waits for a word.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was there before
  useEffect(() => {
    if (list.current.length > 0) set(list.current.map((one) => ({ ...one, wrong: one.wrong ?? unsent })))
  }, [])

  // Taken for lost, and there after all.
  useEffect(() => {
    const lost = list.current.filter(({ key, wrong }) => wrong === null || !arrived.has(key))
    if (lost.length < list.current.length) set(lost)
  })

  return {
    messages: parse(kept.values.messages).filter(({ key }) => !arrived.has(key)),
    send(text: string) {
      set([...list.current, { key: crypto.randomUUID(), text, wrong: null }])
      void pump()
    },
    again(key: string) {
      patch(key, null)
      void pump()
    },
    drop,
  }
}
