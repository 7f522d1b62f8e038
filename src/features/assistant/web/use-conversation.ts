import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import type { Turn } from '../contract.ts'
import { askInPieces } from './ask-in-pieces.ts'
import { turnsQuery } from './assistant-queries.ts'

export type Pending = { question: string; text: string }

/** A question on its way: one at a time, with what is there of its answer. */
export function useConversation(onAnswer: (turn: Turn) => void = () => {}) {
  const queries = useQueryClient()
  const failureText = useFailureText()
  const [pending, setPending] = useState<Pending | null>(null)
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
    let answer: Turn | undefined
    try {
      answer = await askInPieces(question, {
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
    if (answer) onAnswer(answer)
    return taken
  }
  return { pending, wrong, ask, stop: () => running.current?.abort() }
}
