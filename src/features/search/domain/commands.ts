import { searchLetters } from '../../../platform/domain/search-fold.ts'

/** Something that the palette can do, under a name in the asker's language. */
export type Named = { label: string /** Other words for it. */; also?: readonly string[] }

const words = (text: string) =>
  searchLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Those of which every typed word begins a word; where the name itself begins so, before the others. Accents do not matter. */
export function matching<Command extends Named>(commands: readonly Command[], typed: string): Command[] {
  const asked = words(typed)
  if (asked.length === 0) return []
  const start = asked.join(' ')
  return commands
    .filter(({ label, also = [] }) => {
      const own = words([label, ...also].join(' '))
      return asked.every((word) => own.some((one) => one.startsWith(word)))
    })
    .toSorted(
      (one, other) =>
        Number(words(other.label).join(' ').startsWith(start)) -
        Number(words(one.label).join(' ').startsWith(start)),
    )
}
