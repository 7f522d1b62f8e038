import type { Ear, SpeechFault } from './listening.ts'

type Heard = { results: ArrayLike<ArrayLike<{ transcript: string }>> }
/** As far as it is used; not in every browser, and in some under its first name. */
type Recognition = {
  lang: string
  continuous: boolean
  interimResults: boolean
  onstart: () => void
  onresult: (heard: Heard) => void
  onerror: (fault: { error: string }) => void
  onend: () => void
  start: () => void
  stop: () => void
  abort: () => void
}
type Named = { SpeechRecognition?: new () => Recognition; webkitSpeechRecognition?: new () => Recognition }

const recognition = () => {
  const { SpeechRecognition, webkitSpeechRecognition } = window as Named
  return SpeechRecognition ?? webkitSpeechRecognition
}

export const browserHears = () => recognition() !== undefined

const FAULTS: Record<string, SpeechFault> = {
  'not-allowed': 'denied',
  'audio-capture': 'noMicrophone',
  'no-speech': 'nothing',
}

/** The browser's own recognition: words come while one speaks. */
export const listenByBrowser: Ear = ({ language, onOpen, onWords, onWriting, onHeard, onFault }) => {
  const Recogniser = recognition()
  if (!Recogniser) {
    onFault('browser')
    return { end: () => {}, discard: () => {} }
  }
  const recogniser = new Recogniser()
  let words = ''
  let over = false
  const finish = (tell: () => void) => {
    if (over) return
    over = true
    tell()
  }
  recogniser.lang = language === 'en' ? 'en-CA' : language
  recogniser.continuous = true
  recogniser.interimResults = true
  recogniser.onstart = onOpen
  recogniser.onresult = ({ results }) => {
    words = Array.from(results, (one) => one[0]?.transcript ?? '')
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
    if (!over) onWords(words)
  }
  recogniser.onerror = ({ error }) => {
    // What was heard before it is kept.
    if (error === 'aborted' || words !== '') return
    finish(() => onFault(navigator.onLine ? (FAULTS[error] ?? 'browser') : 'offline'))
  }
  recogniser.onend = () => finish(() => (words === '' ? onFault('nothing') : onHeard(words)))
  recogniser.start()
  return {
    end: () => {
      onWriting()
      recogniser.stop()
    },
    discard: () => {
      over = true
      recogniser.abort()
    },
  }
}
