import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import type { Plugin } from 'vite'
import { createWordsByPart, LATER } from './words-by-part.ts'

const PROJECT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(PROJECT, 'messages')
const ENTRY = path.join(PROJECT, 'src/app/web/main.tsx')
/** Has `withWords`, which the imports of parts go through. */
const LANGUAGE = path.join(PROJECT, 'src/platform/web/i18n/language.ts')
const FILES = /^(?!server\.)([\w-]+)\.json$/

type Texts = { [key: string]: string | Texts }
type Compiled = { [key: string]: CompiledMessage | Compiled }

const compiled = (texts: Texts): Compiled =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(text) : compiled(text),
    ]),
  )

/** All messages, compiled, of each language. */
const readAll = () =>
  new Map(
    readdirSync(FOLDER).flatMap((file) => {
      const [, locale] = FILES.exec(file) ?? []
      return locale ? [[locale, compiled(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')))]] : []
    }),
  )

/** Parts of the messages that are fetched in one piece. */
const nameOf = (parts: readonly string[]) => parts.join('+')
const only = (all: Compiled, parts: readonly string[]) =>
  JSON.stringify(Object.fromEntries(parts.map((part) => [part, all[part]])))

/**
 * The browser gets its messages parsed: the parser, 10 kB compressed, stays where the app is built, and a screen formats
 * without parsing. A message with a fault fails the build.
 *
 * And it gets those that it speaks with: what the shell needs at once, and with each part of the app that is imported later,
 * beside its code, what that part needs. All of a language are twelve times as much as one screen has.
 */
export function compiledMessages(): Plugin {
  const messages = readAll()
  const english = messages.get('en') as Compiled
  const words = createWordsByPart(english)
  let { atOnce, later } = words.from(ENTRY)
  // Of what is fetched, which the next version of the compiler may write otherwise.
  const hash = createHash('sha256')
    .update(JSON.stringify([...messages]))
    .digest('base64url')
    .slice(0, 8)
  const folder = `assets/words-${hash}`

  const spoken = new Set([...atOnce, ...[...later.values()].flat()])
  const silent = Object.keys(english).filter((part) => !spoken.has(part))
  if (silent.length > 0) throw new Error(`nothing speaks with these messages: ${silent.join(', ')}`)

  return {
    name: 'compiled-messages',
    enforce: 'pre',
    config: () => ({
      define: { __WORDS__: JSON.stringify({ folder: `/${folder}`, atOnce: nameOf(atOnce) }) },
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    transform(code, id) {
      const file = path.normalize(id.split('?')[0] ?? id)
      if (!file.startsWith(path.join(PROJECT, 'src')) || file === LANGUAGE) return null
      let some = false
      const spoken = code.replace(LATER, (imported, target: string) => {
        const parts = later.get(path.join(path.dirname(file), target)) ?? []
        if (parts.length === 0) return imported
        some = true
        return `withWords(${JSON.stringify(nameOf(parts))}, () => ${imported})`
      })
      if (!some) return null
      return { code: `${spoken}\nimport { withWords } from ${JSON.stringify(LANGUAGE)}\n`, map: null }
    },
    generateBundle() {
      const pieces = new Map([atOnce, ...later.values()].map((parts) => [nameOf(parts), parts]))
      pieces.delete('')
      for (const [locale, all] of messages)
        for (const [name, parts] of pieces)
          this.emitFile({
            type: 'asset',
            fileName: `${folder}/${locale}/${name}.json`,
            source: only(all, parts),
          })
      // For whoever counts what is fetched (tools/sizes.mjs).
      const ofFile = [...later].map(([file, parts]) => [
        path.relative(PROJECT, file).split(path.sep).join('/'),
        nameOf(parts),
      ])
      const source = JSON.stringify({
        folder,
        atOnce: nameOf(atOnce),
        later: Object.fromEntries(ofFile.filter(([, name]) => name !== '')),
      })
      this.emitFile({ type: 'asset', fileName: '.vite/words.json', source })
    },
    configureServer(server) {
      server.watcher.on('change', (file) => {
        const before = JSON.stringify([...later])
        words.forget(file)
        ;({ atOnce, later } = words.from(ENTRY))
        if (path.dirname(file) !== FOLDER && JSON.stringify([...later]) === before) return
        // Whoever imports a part says which words it needs.
        server.moduleGraph.invalidateAll()
        server.ws.send({ type: 'full-reload' })
      })
      server.middlewares.use(`/${folder}`, (request, response) => {
        const [, locale = '', name = ''] = /^\/([\w-]+)\/([\w+]+)\.json/.exec(request.url ?? '') ?? []
        response.setHeader('content-type', 'application/json')
        response.end(only(readAll().get(locale) as Compiled, name.split('+')))
      })
    },
  }
}
