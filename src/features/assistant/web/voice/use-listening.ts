import { useEffect, useRef, useState } from 'react'
import type { Language } from '../../../../platform/contract/languages.ts'
import type { Ear, Listening, SpeechFault } from './listening.ts'

/** Where it is: the microphone opens, somebody is heard, and what they said becomes words. */
export type ListeningState = 'idle' | 'opening' | 'listening' | 'writing'

/** One speaker at a time, until they are done, discard it or leave. */
export function useListening(
  ear: Ear | null,
  language: Language,
  onWords: (words: string, whole: boolean) => void,
) {
  const [hearing, setHearing] = useState<ListeningState>('idle')
  const [fault, setFault] = useState<SpeechFault | null>(null)
  const running = useRef<Listening | null>(null)
  useEffect(() => () => running.current?.discard(), [])

  const over = (wrong: SpeechFault | null) => {
    running.current = null
    setHearing('idle')
    setFault(wrong)
  }
  return {
    hearing,
    fault,
    begin() {
      if (running.current || !ear) return
      if (!navigator.onLine) return setFault('offline')
      setFault(null)
      setHearing('opening')
      let done = false
      const listening = ear({
        language,
        onOpen: () => setHearing('listening'),
        onWords: (words) => onWords(words, false),
        onWriting: () => setHearing('writing'),
        onHeard: (words) => {
          done = true
          over(null)
          onWords(words, true)
        },
        onFault: (wrong) => {
          done = true
          over(wrong)
        },
      })
      running.current = done ? null : listening
    },
    end: () => running.current?.end(),
    /** Answers whether there was anything to discard. */
    discard() {
      if (!running.current) return false
      running.current.discard()
      over(null)
      return true
    },
  }
}
