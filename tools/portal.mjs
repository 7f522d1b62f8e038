// npm run -s portal -- <command>: the command line. Standard output belongs to the command alone.
import './check-node.mjs'
import { importServer } from './import-server.mjs'
import { ensureInstalled } from './install.mjs'

await ensureInstalled((line) => console.error(line))
await importServer('cli')
