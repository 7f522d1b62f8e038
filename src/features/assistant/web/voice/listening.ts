import type { Language } from '../../../../platform/contract/languages.ts'

/** Why nothing was heard, as its speaker reads it; a text is the server's. */
export type SpeechFault = 'noMicrophone' | 'denied' | 'nothing' | 'offline' | 'browser' | { said: string }

/** Whoever hears, from the moment at which it is asked to. */
export type Listening = {
  /** That was all: takes what was heard. */
  end: () => void
  /** Nothing of it counts. */
  discard: () => void
}

/** What it tells; after `onHeard` or `onFault` it is over. */
export type Listener = {
  language: Language
  /** The microphone is open. */
  onOpen: () => void
  /** What is there of it so far. */
  onWords: (words: string) => void
  /** It is no longer listened, and words are on their way. */
  onWriting: () => void
  onHeard: (words: string) => void
  onFault: (fault: SpeechFault) => void
}

export type Ear = (listener: Listener) => Listening
