import { bareForms } from '../domain/password-rules.ts'

/** Words are known by how many others are used more often; a password of two is as good as the product of both. */
const PAIR_OF_COMMON = 1_000_000
/** A shorter piece says nothing: nearly every word begins and ends with some. */
const SHORTEST_PIECE = 4

/** Loaded where the first password is chosen: reading the lists takes a while, and most starts need none. */
let ranks: Promise<ReadonlyMap<string, number>> | undefined

async function readLists(): Promise<ReadonlyMap<string, number>> {
  const [common, french] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-fr'),
  ])
  const places = new Map<string, number>()
  // Nearly all of them are bare already, and other requests wait meanwhile.
  for (const list of [common.dictionary['passwords-common'], french.dictionary['commonWords-fr']])
    for (const [place, word] of list.entries())
      for (const form of /^[a-z0-9]+$/.test(word) ? [word] : bareForms(word))
        if (form.length >= SHORTEST_PIECE && place + 1 < (places.get(form) ?? Number.POSITIVE_INFINITY))
          places.set(form, place + 1)
  return places
}

/**
 * Whether a password is one of those that are tried first (A6): one of 49,000 that leaked most often or of 28,000 French words,
 * or two of them that are common enough together, whatever ornaments are on it.
 */
export async function isListedPassword(password: string): Promise<boolean> {
  ranks ??= readLists()
  const places = await ranks
  return [password, withoutEnds(password)].flatMap(bareForms).some((text) => isListed(text, places))
}

/** Without the numbers and signs that are hung on to it. */
const withoutEnds = (password: string) => password.replace(/^\P{L}+|\P{L}+$/gu, '')

function isListed(text: string, places: ReadonlyMap<string, number>): boolean {
  if (places.has(text)) return true
  for (let at = SHORTEST_PIECE; at <= text.length - SHORTEST_PIECE; at++) {
    const first = places.get(text.slice(0, at))
    const second = first && places.get(text.slice(at))
    if (second && first * second < PAIR_OF_COMMON) return true
  }
  return false
}
