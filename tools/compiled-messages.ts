import { readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import type { Plugin } from 'vite'

const MESSAGES = /\/messages\/[\w-]+\.json$/

type Texts = { [key: string]: string | Texts }
type Compiled = { [key: string]: CompiledMessage | Compiled }

const compiled = (texts: Texts): Compiled =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(text) : compiled(text),
    ]),
  )

/**
 * The browser gets its messages parsed: the parser, 10 kB compressed, stays where the app is built, and a screen formats
 * without parsing. A message with a fault fails the build.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    load(id) {
      const file = id.split('?')[0] ?? id
      if (!MESSAGES.test(file)) return null
      this.addWatchFile(file)
      return JSON.stringify(compiled(JSON.parse(readFileSync(file, 'utf8'))))
    },
  }
}
