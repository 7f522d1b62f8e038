import fs from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { openCheckpoints } from '../../../features/audit/server/checkpoints.ts'
import { findFaults } from '../../../features/audit/server/find-faults.ts'
import { filesInUse } from '../../../features/documents/server/files-in-use.ts'
import { openLibrary } from '../../../features/documents/server/open-library.ts'
import { verifySales } from '../../../features/sales/server/verify-sales.ts'
import { auditByOperator } from '../../../features/tenants/server/audit-by-operator.ts'
import type { Archive } from '../../../platform/server/backup/archive-reader.ts'
import type { Manifest } from '../../../platform/server/backup/manifest.ts'
import { releaseRestored } from '../../../platform/server/backup/release-restored.ts'
import { restoreBackup } from '../../../platform/server/backup/restore-backup.ts'
import { writeBackup } from '../../../platform/server/backup/write-backup.ts'
import { checkCatalogue } from '../../../platform/server/database/catalogue.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { lookAtStore, whatToDo } from '../../../platform/server/files/watch-store.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import type { Secrets } from '../../../platform/server/secrets.ts'
import { fingerprints } from '../../../platform/server/secrets-in-use.ts'
import { type Installation, openInstallation } from '../open-installation.ts'
import { withInstallation } from './with-installation.ts'

/** Where the signed checkpoints stand, in DATA_DIR and in a backup. */
const CHECKPOINTS = 'checkpoints/audit.jsonl'

/** What does not work where a secret is not the one of before; of the others nothing in a backup depends. */
const WITH_ANOTHER: Partial<Record<keyof Secrets, string>> = {
  factors: 'codes of authenticator apps are not accepted',
  checkpoints: 'checkpoints that were signed before are not recognised',
}

const say = (line: string) => void process.stderr.write(`${line}\n`)

export function addBackupCommands(program: Command) {
  program
    .command('backup')
    .description(
      'write database and files into one file, while the portal goes on; exit code 1 when a file of a document is missing or damaged',
    )
    .argument('<file>', 'a new one; only its owner may read it')
    .action((file: string) => withInstallation((installation) => backUp(file, installation)))

  program
    .command('restore')
    .description(
      'fill a new database and the place of its files from a backup; nothing is sent from there until it is confirmed',
    )
    .argument('[file]', 'what backup wrote')
    .option('--confirm', 'what was restored takes the original’s place: mails are sent from now on')
    .action(async (file: string | undefined, { confirm }: { confirm?: true }) => {
      if (file === undefined && !confirm) throw new OperatorError('Which file? (or --confirm)')
      if (file !== undefined) {
        const installation = await openInstallation({ beside: true })
        try {
          await restore(file, installation)
        } finally {
          await installation.close()
        }
      }
      if (confirm) await withInstallation(confirmIt)
    })
}

async function backUp(file: string, { location, secrets, config }: Installation): Promise<void> {
  // Before the moment of the rows: no chain is shorter than what was signed.
  const signed = path.join(config.dataDir, CHECKPOINTS)
  const beside = fs.existsSync(signed) ? [{ name: CHECKPOINTS, content: fs.readFileSync(signed) }] : []
  const store = openLibrary(config).documents.files
  const { tables, files, lost, madeAt } = await writeBackup(file, {
    ...{ location, secrets, store, beside, say },
    filesOf: filesInUse,
  })
  for (const { key, size, sha256 } of lost)
    say(`missing or damaged: the file ${key} (${size} bytes, SHA-256 ${sha256})`)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const figures = { rows, files: files.length, lost: lost.length }
  await withOwner(location, (tx) => auditByOperator(tx, 0, 'backup.made', 'backup', madeAt, figures))
  console.log(
    `${file}: ${rows} rows of ${tables.length} tables and ${files.length} files, ${fs.statSync(file).size} bytes`,
  )
  if (lost.length > 0) {
    say(`${lost.length} files are not in it.`)
    process.exitCode = 1
  }
}

async function restore(file: string, { location, secrets, config }: Installation): Promise<void> {
  const store = openLibrary(config).documents.files
  const now = fingerprints(secrets)
  const restored = await restoreBackup(file, { location, store, say }, async (archive, manifest) => {
    if (manifest.secrets.checkpoints === now.checkpoints) await restoreCheckpoints(archive, config.dataDir)
  })
  await checkCatalogue(location)
  const broken = await withOwner(location, async (tx) => {
    const faults = await findFaults(tx, openCheckpoints(config.dataDir, secrets.checkpoints))
    for (const { tenant_id, seq, problem } of faults)
      say(`audit of tenant ${tenant_id}, row ${seq}: ${problem}`)
    const differences = await verifySales(tx)
    for (const { dataset, sums, tenantId } of differences)
      say(`${dataset}: ${sums} of tenant ${tenantId} differ from the lines`)
    return faults.length + differences.length
  })
  const { madeAt, tables, files, lost } = restored
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  await withOwner(location, (tx) =>
    auditByOperator(tx, 0, 'backup.restored', 'backup', madeAt, {
      rows,
      files: files.length,
      lost: lost.length,
    }),
  )
  for (const { key } of lost) say(`missing since before the backup: the file ${key}`)
  tellOfSecrets(restored, now)
  const todo = whatToDo(await lookAtStore({ location, files: store, inUse: filesInUse }))
  if (todo) say(todo)
  console.log(`restored: ${rows} rows of ${tables.length} tables and ${files.length} files, as of ${madeAt}`)
  console.log(
    'Everybody signs in anew. No mail is sent until an administrator confirms it under System health, or `portal restore --confirm` does.',
  )
  if (broken + lost.length > 0) process.exitCode = 1
}

/** Unless there are some already: they are only ever added to. */
async function restoreCheckpoints(archive: Archive, dataDir: string): Promise<void> {
  const file = path.join(dataDir, CHECKPOINTS)
  if (fs.existsSync(file) || !archive.members.some(({ name }) => name === CHECKPOINTS)) return
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const pieces: Buffer[] = []
  for await (const piece of archive.read(CHECKPOINTS)) pieces.push(piece)
  fs.writeFileSync(file, Buffer.concat(pieces), { mode: 0o600 })
}

function tellOfSecrets({ secrets }: Manifest, now: Record<string, string>): void {
  const others = Object.entries(WITH_ANOTHER).filter(([name]) => secrets[name] !== now[name])
  if (others.length === 0) return
  for (const [name, harm] of others) say(`The secret ${name} is not the one of before: ${harm}.`)
  say('Put the secrets.json of before into DATA_DIR and start the portal again.')
}

async function confirmIt({ location }: Installation): Promise<void> {
  const confirmed = await withOwner(location, async (tx) => {
    if (!(await releaseRestored(tx))) return false
    await auditByOperator(tx, 0, 'backup.confirmed', 'backup', 'restored', { held: false })
    return true
  })
  console.log(confirmed ? 'confirmed: mails are sent from now on' : 'there is nothing to confirm')
}
