// npm start: everything from a fresh clone to the running portal.
import './check-node.mjs'
import { ensureBillOfMaterials } from './bill-of-materials.mjs'
import { importServer } from './import-server.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureWebBuilt } from './web-build.mjs'

const tell = (line) => console.log(line)
await ensureInstalled(tell)
await ensureWebBuilt(tell)
await ensureBillOfMaterials(tell)
await importServer('main')
