import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledMessages } from './tools/compiled-messages.ts'
import { contractsAsRoutes } from './tools/contracts-as-routes.ts'

const api = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '3000'}`

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
  },
  server: { proxy: { '/api': api, '/healthz': api, '/readyz': api } },
})
