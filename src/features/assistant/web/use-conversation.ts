import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import type { Turn } from '../contract.ts'
import { askInPieces } from './ask-in-pieces.ts'
import { assistantApi, turnsQuery } from './assistant-queries.ts'

/** What somebody stopped, the server keeps a moment later: it is looked for after so many milliseconds each. */
const LOOKED_FOR_MS = [50, 150, 400, 1000, 2500, 5000]

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
    const newest = () => assistantApi.turns({ limit: 1 }).then(({ items }) => items[0]?.id)
    const before = queries.getQueryData(turnsQuery.queryKey)?.pages[0]?.items[0]?.id
    try {
      answer = await askInPieces(question, {
        signal: controller.signal,
        onText: (text) => setPending({ question, text }),
      })
    } catch (fault) {
      if (!controller.signal.aborted) {
        taken = false
        setWrong(failureText(fault))
      } else await untilKept(newest, before)
    }
    await queries.invalidateQueries({ queryKey: turnsQuery.queryKey })
    running.current = null
    setPending(null)
    if (answer) onAnswer(answer)
    return taken
  }
  return { pending, wrong, ask, stop: () => running.current?.abort() }
}

/** Until the newest is another one; who is not told of it in this time sees it with their next look. */
async function untilKept(
  newest: () => Promise<number | undefined>,
  before: number | undefined,
): Promise<void> {
  for (const ms of LOOKED_FOR_MS) {
    await new Promise((done) => setTimeout(done, ms))
    if ((await newest().catch(() => before)) !== before) return
  }
}
