import { useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * The value of a filter with what was just chosen over it: the choice is on screen with the next paint, and told to the
 * screen after it, because drawing a whole screen anew takes longer than an input may wait for its answer.
 */
export function useChosen<Value extends string | undefined>(value: Value, onChange: (value: Value) => void) {
  const [chosen, setChosen] = useState<{ value: Value; over: Value } | null>(null)
  const cancel = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => cancel.current?.(), [])
  // The screen has taken it, or something else.
  if (chosen && chosen.over !== value) setChosen(null)
  const choose = (next: Value) => {
    cancel.current?.()
    setChosen({ value: next, over: value })
    cancel.current = afterPaint(() => onChange(next))
  }
  return [chosen && chosen.over === value ? chosen.value : value, choose] as const
}
