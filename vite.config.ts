import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compiledMessages } from './tools/compiled-messages.ts'
import { contractsAsRoutes } from './tools/contracts-as-routes.ts'
import { noCircles } from './tools/no-circles.ts'
import { packedFiles } from './tools/packed-files.ts'

const api = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '3000'}`

/** The entry stays a file of its own: the page and the manifest know it by that. */
const notTheEntry = (id: string) => !/index\.html|app[\\/]web[\\/]main\.tsx/.test(id)

const OF_TABLES = /node_modules[\\/]@tanstack[\\/]|platform[\\/]web[\\/]table[\\/]/
const OF_THE_KIT = /node_modules[\\/]|platform[\\/]web[\\/]/
/** Icons are small, and each is another screen's. */
const OF_A_LIBRARY = /node_modules[\\/](?!@tabler[\\/])/
/** What makes files of charts is fetched when the first is asked for. */
const OF_CHARTS = /platform[\\/]web[\\/]charts[\\/](?!files[\\/])/
/** Of some 70: what that many need is fetched by each of them in one piece. */
const MANY_SCREENS = 36

/** Asked for by its own name, below an address that is given (the reader of PDFs). */
const BY_ITS_NAME = /^openjpeg_nowasm_fallback\.js$/

/**
 * The functions of what a page runs at once are compiled while it is fetched, beside the page's own thread, and not one by one
 * when they are first called (https://v8.dev/blog/explicit-compile-hints; to other browsers it is a comment). Not so
 * the reader of PDFs, most of whose functions a page never calls.
 */
const compiledAhead = (): Plugin => ({
  name: 'compiled-ahead',
  generateBundle: {
    // It counts on the first line only, where Vite writes what a file may ask for later.
    order: 'post',
    handler: (_, files) => {
      for (const file of Object.values(files))
        if (file.type === 'chunk' && !SELDOM_CALLED.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
})
const SELDOM_CALLED = /^(pdf.*|character-maps)$/

/** Of a shared file's name, which lists the screens that share it, the beginning. */
const shortName = (name: string) => name.split(/[~.]/, 1)[0]

export default defineConfig({
  plugins: [contractsAsRoutes(), compiledMessages(), react(), compiledAhead(), noCircles(), packedFiles()],
  // The server writes the nonce of each answer in its place.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // Small files as data: addresses would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          BY_ITS_NAME.test(name)
            ? 'assets/[hash]/[name][extname]'
            : `assets/${shortName(name)}-[hash][extname]`,
        // Left to itself, each set of screens that share something makes a file: 90 for one page, most below 2 kB. Put together
        // by size alone, the dashboard fetched the reader of bar codes, as both need some small file; so libraries are not.
        // Files that import one another in a circle would need each module wrapped (`strictExecutionOrder`), 12 to 17 kB of a
        // visit: what is put together is small enough that there are none, and the build fails when there are.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'initial', tags: ['$initial'], test: notTheEntry, priority: 5 },
            { name: 'charts', test: OF_CHARTS, priority: 4 },
            { name: 'tables', test: OF_TABLES, minShareCount: MANY_SCREENS, priority: 3 },
            { name: 'kit', test: OF_THE_KIT, minShareCount: MANY_SCREENS, priority: 2 },
            { name: 'library', test: OF_A_LIBRARY, minShareCount: 2, entriesAware: true, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/healthz': api, '/readyz': api } },
})
