import { sentencesOf } from '../../domain/plain-answer.ts'
import type { Mouth } from './reading.ts'

export const browserSpeaks = () => 'speechSynthesis' in window

/** A voice of the language, one of this machine first: what it says then stays here. */
function voiceOf(language: string): SpeechSynthesisVoice | undefined {
  const voices = speechSynthesis.getVoices()
  const fits = (exactly: boolean) =>
    voices.filter(({ lang }) => {
      const [wanted, there] = [language.toLowerCase(), lang.replace('_', '-').toLowerCase()]
      return exactly ? there === wanted : there.slice(0, 2) === wanted.slice(0, 2)
    })
  const all = [...fits(true), ...fits(false)]
  return all.find(({ localService }) => localService) ?? all[0]
}

/** Sentence by sentence: some browsers stop in the middle of a long text. */
export const readByBrowser: Mouth = (turn, { onEnd, onFault }) => {
  speechSynthesis.cancel()
  const { done, rest } = sentencesOf(turn.answer)
  const sentences = [...done, rest].map((sentence) => sentence.trim()).filter(Boolean)
  const voice = voiceOf(turn.language)
  let over = false
  const finish = (tell: () => void) => {
    if (over) return
    over = true
    tell()
  }
  sentences.forEach((sentence, index) => {
    const utterance = new SpeechSynthesisUtterance(sentence)
    utterance.lang = turn.language
    if (voice) utterance.voice = voice
    utterance.onerror = ({ error }) => {
      const blocked = error === 'not-allowed'
      finish(() => onFault(blocked ? 'blocked' : 'sound'))
    }
    if (index === sentences.length - 1) utterance.onend = () => finish(onEnd)
    speechSynthesis.speak(utterance)
  })
  if (sentences.length === 0) finish(onEnd)
  return () => {
    over = true
    speechSynthesis.cancel()
  }
}
