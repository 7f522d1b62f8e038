import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { askInPieces } from './ask-in-pieces.ts'
import { turnsQuery } from './assistant-queries.ts'

/** A question on its way: one at a time, with what is there of its answer. */
export function useConversation() {
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [pending, setPending] = useState<{ question: string; text: string } | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** Answers whether the question was taken; else it is the asker's to keep. */
  const ask = async (question: string): Promise<boolean> => {
    if (running.current) return false
    const controller = new AbortController()
    running.current = controller
    setWrong(null)
    setPending({ question, text: '' })
    let taken = true
    try {
      await askInPieces(question, {
        signal: controller.signal,
        onText: (text) => setPending({ question, text }),
      })
    } catch (fault) {
      // Stopped: what was there is kept by the server.
      if (!controller.signal.aborted) {
        taken = false
        setWrong(failureText(fault))
      }
    }
    await queries.invalidateQueries({ queryKey: turnsQuery.queryKey })
    running.current = null
    setPending(null)
    return taken
  }
  return { pending, wrong, ask, stop: () => running.current?.abort() }
}
