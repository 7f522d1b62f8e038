import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledMessages } from './tools/compiled-messages.ts'
import { contractsAsRoutes } from './tools/contracts-as-routes.ts'

const api = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '3000'}`

/** The entry stays a file of its own: the page and the manifest know it by that. */
const notTheEntry = (id: string) => !/index\.html|app[\\/]web[\\/]main\.tsx/.test(id)

/** Asked for by its own name, below an address that is given (the reader of PDFs). */
const BY_ITS_NAME = /^openjpeg_nowasm_fallback\.js$/

/** Of a shared file's name, which lists the screens that share it, the beginning. */
const shortName = (name: string) => name.split(/[~.]/, 1)[0]

export default defineConfig({
  plugins: [contractsAsRoutes(), compiledMessages(), react()],
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
        // Files of several modules may ask for one another in a circle: each module still runs after what it needs.
        strictExecutionOrder: true,
        // Left to itself, each set of screens that share something makes a file: 90 for one page, most below 2 kB.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], test: notTheEntry, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/healthz': api, '/readyz': api } },
})
