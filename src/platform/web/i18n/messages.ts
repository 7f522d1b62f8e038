import type en from '../../../../messages/en.json'
import type { FORMAT_TAGS } from '../../contract/languages.ts'
import type { Locale } from './locales.ts'

export type Messages = typeof en

declare module 'use-intl' {
  interface AppConfig {
    Locale: (typeof FORMAT_TAGS)[Locale]
    Messages: Messages
  }
}

/** Where the words lie, and the piece of them that is needed at once: written by the build (tools/compiled-messages.ts). */
declare const __WORDS__: { folder: string; atOnce: string }

/** As far as they have come. Their object stays the same: what is drawn already has its words, and need not be drawn anew. */
const come = new Map<Locale, { words: Partial<Messages>; pieces: Map<string, Promise<void>> }>()
/** Pieces that the shown parts speak with, in whichever language. */
const needed = new Set<string>()

function ofLocale(locale: Locale) {
  const there = come.get(locale) ?? { words: {}, pieces: new Map() }
  come.set(locale, there)
  return there
}

/** Fetches a piece once. Rejects when it is not there, with the words that the router knows a missing part by. */
export function loadPiece(locale: Locale, piece: string): Promise<void> {
  needed.add(piece)
  const { words, pieces } = ofLocale(locale)
  const there = pieces.get(piece)
  if (there) return there
  const coming = fetchPiece(`${__WORDS__.folder}/${locale}/${piece}.json`).then(
    (more) => void Object.assign(words, more),
    (fault: Error) => {
      pieces.delete(piece)
      throw fault
    },
  )
  pieces.set(piece, coming)
  return coming
}

/**
 * All words that are spoken so far. `first`: nothing is shown yet, so that a part whose words are missing says so by itself; what
 * stands around it is shown all the same.
 */
export async function loadMessages(locale: Locale, { first }: { first: boolean }): Promise<Messages> {
  const { atOnce } = __WORDS__
  needed.add(atOnce)
  const load = (piece: string) => {
    const coming = loadPiece(locale, piece)
    return first && piece !== atOnce ? coming.catch(() => undefined) : coming
  }
  for (let count = 0; count < needed.size; ) {
    count = needed.size
    await Promise.all([...needed].map(load))
  }
  return ofLocale(locale).words as Messages
}

async function fetchPiece(address: string): Promise<Partial<Messages>> {
  const answer = await fetch(address).catch(() => undefined)
  if (!answer?.ok) throw new TypeError(`Failed to fetch dynamically imported module: ${address}`)
  return answer.json()
}
