import { useEffect, useRef, useState } from 'react'
import type { Turn } from '../../contract.ts'
import type { Mouth, ReadingFault } from './reading.ts'

/** One answer at a time is read aloud, until its end or until it is stopped. */
export function useReading(mouth: Mouth | null) {
  const [reading, setReading] = useState<number | null>(null)
  const [fault, setFault] = useState<ReadingFault | null>(null)
  const running = useRef<(() => void) | null>(null)
  useEffect(() => () => running.current?.(), [])

  /** Answers whether anything sounded. */
  const stop = () => {
    if (!running.current) return false
    running.current()
    running.current = null
    setReading(null)
    return true
  }
  const read = (turn: Turn) => {
    if (!mouth) return
    stop()
    setFault(null)
    setReading(turn.id)
    const over = (wrong: ReadingFault | null) => {
      running.current = null
      setReading(null)
      setFault(wrong)
    }
    running.current = mouth(turn, { onEnd: () => over(null), onFault: over })
  }
  return { reading, fault, read, stop }
}
