// npm run dev: the server, restarted when its files change, and Vite's server in front of it with hot reload.
import './check-node.mjs'
import { ensureInstalled } from './install.mjs'
import { programs, runPackage } from './run.mjs'

await ensureInstalled((line) => console.log(line))
const watch = [
  'watch',
  '--clear-screen=false',
  '--include',
  'db/**/*.sql',
  '--include',
  'src/**/*.sql',
  'src/app/server/main.ts',
]
const server = runPackage(programs.tsx, watch, { show: true })
const web = runPackage(programs.vite, ['--host', '127.0.0.1'], { show: true })
const { code } = await Promise.race([server, web])
// The other one is in the same process group and ends by the signal that `run` passes on.
process.kill(process.pid, 'SIGTERM')
await Promise.all([server, web])
process.exit(code)
