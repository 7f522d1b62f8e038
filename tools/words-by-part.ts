import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of the app: what it imports at once and later, and the parts of the messages that it speaks with. */
type Source = { imports: string[]; later: string[]; words: Set<string> }

const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm
export const LATER = /\bimport\('(\.[^']+)'\)/g
const SPEAKS = /\buseTranslations\(([^)]*)\)/g
const PATHS = /'([\w.]+)'/g

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const partOf = (words: string) => words.split('.', 1)[0] as string

/**
 * Which parts of the messages (the names at their top) a file of the app needs before it is drawn: those of `useTranslations` in
 * it and in all that it imports at once. Where a file does not say the name there, every path of the messages that it writes counts.
 */
export function createWordsByPart(messages: object) {
  const sources = new Map<string, Source>()
  const has = (words: string) =>
    words
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], messages) !==
    undefined

  function read(file: string): Source {
    const known = sources.get(file)
    if (known) return known
    const text = readFileSync(file, 'utf8')
    const from = (found: string) => path.join(path.dirname(file), found)
    const spoken = matches(text, SPEAKS).flatMap((name) =>
      /^'[\w.]+'$/.test(name) ? name.slice(1, -1) : matches(text, PATHS).filter(has),
    )
    const source = {
      imports: matches(text, IMPORT).map(from).filter(isCode),
      later: matches(text, LATER).map(from).filter(isCode),
      words: new Set(spoken.map(partOf)),
    }
    sources.set(file, source)
    return source
  }

  /** All that comes with a file. */
  function withImports(file: string): Source[] {
    const seen = new Map<string, Source>()
    const visit = (each: string) => {
      if (seen.has(each)) return
      const source = read(each)
      seen.set(each, source)
      source.imports.forEach(visit)
    }
    visit(file)
    return [...seen.values()]
  }

  const wordsOf = (file: string) => new Set(withImports(file).flatMap(({ words }) => [...words]))

  return {
    /** What is fetched at once with `entry`, and for each file that is imported later what it needs beside that. */
    from(entry: string): { atOnce: string[]; later: Map<string, string[]> } {
      const atOnce = wordsOf(entry)
      const later = new Map<string, string[]>()
      const visit = (file: string) => {
        for (const target of withImports(file).flatMap((source) => source.later)) {
          if (later.has(target)) continue
          later.set(target, [...wordsOf(target)].filter((part) => !atOnce.has(part)).sort())
          visit(target)
        }
      }
      visit(entry)
      return { atOnce: [...atOnce].sort(), later }
    },
    /** After a change of a file. */
    forget: (file: string) => void sources.delete(file),
  }
}

const isCode = (file: string) => /\.tsx?$/.test(file)
