import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command, Option } from 'commander'
import { INGEST_KINDS, type IngestAnswer, type IngestKind } from '../../../features/ingestion/contract.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import {
  checkImportOptions,
  type Imported,
  type ImportOptions,
  importOne,
  kindOf,
  problemOf,
  whyRefused,
  withImportOptions,
} from './import-one.ts'
import { withInstallation } from './with-installation.ts'

type Options = ImportOptions & { kind: string; every: string; once?: true }

export function addWatchCommand(program: Command, OptionType: typeof Option) {
  const command = program
    .command('watch')
    .description(
      'bring in each file that appears in a folder, then move it to done/ or failed/ with a report beside it; Ctrl-C stops after the file in hand',
    )
    .argument('<folder>', 'where another system drops its exports')
    .requiredOption('--kind <kind>', INGEST_KINDS.join(', '))
  withImportOptions(command, OptionType)
    .option(
      '--every <seconds>',
      'how often to look; a file that still grows from one look to the next waits',
      '10',
    )
    .option('--once', 'bring in what is there, then end; exit code 1 when a file failed')
    .action(async (folder: string, options: Options) => {
      const kind = kindOf(options.kind)
      const seconds = Number(options.every)
      if (!(seconds >= 0.1 && seconds <= 86_400))
        throw new OperatorError('--every takes seconds, from 0.1 to 86400.')
      if (!(await lstat(folder).catch(() => null))?.isDirectory())
        throw new OperatorError(`There is no folder ${folder}.`)
      for (const name of ['done', 'failed']) await mkdir(path.join(folder, name), { recursive: true })
      await withInstallation((installation) => checkImportOptions(installation, kind, options))
      const failed = await watch({ folder, kind, everyMs: seconds * 1000 }, options)
      if (options.once && failed > 0) process.exitCode = 1
    })
}

/** Programs that copy files give them such names until they are whole. */
const UNFINISHED = /^\.|^~\$|\.(part|partial|filepart|tmp|temp|crdownload|swp)$/i

type Watched = { folder: string; kind: IngestKind; everyMs: number }

/** Returns how many files failed, once it is stopped or, with `once`, nothing is left to bring in. */
async function watch(watched: Watched, options: Options): Promise<number> {
  const { folder, everyMs } = watched
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  let failed = 0
  let seen = await filesOf(folder)
  say(`Watching ${folder}`)
  while (!stopping.signal.aborted) {
    await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    const now = await filesOf(folder)
    const whole = [...now].filter(([name, state]) => seen.get(name) === state)
    for (const [name, state] of whole) {
      if (stopping.signal.aborted) break
      if (!(await bringIn({ ...watched, name, state }, options))) failed += 1
    }
    seen = now
    if (options.once && whole.length === now.size) break
  }
  return failed
}

/** Regular files by the time of their last change, each with its size and that time. Links are left alone. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && !UNFINISHED.test(entry.name),
  )
  const found = await Promise.all(
    names.map(async ({ name }) => {
      const stats = await lstat(path.join(folder, name)).catch(() => null)
      return stats ? [{ name, size: stats.size, at: stats.mtimeMs }] : []
    }),
  )
  const sorted = found.flat().toSorted((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1))
  return new Map(sorted.map(({ name, size, at }) => [name, `${size} ${at}`]))
}

/** Returns whether the file is done. One that met a fault of the installation stays for the next look. */
async function bringIn(
  { folder, kind, name, state }: Watched & { name: string; state: string },
  options: Options,
): Promise<boolean> {
  const file = path.join(folder, name)
  let imported: Imported
  try {
    // Opened anew for each: the portal may have been restarted since the last one.
    imported = await withInstallation((installation) => importOne(installation, { kind, file }, options))
  } catch (fault) {
    say(`${name} stays and is tried again: ${(fault as Error).message}`)
    return false
  }
  if ((await filesOf(folder)).get(name) !== state) {
    say(`${name} changed while it was read and is read again`)
    return false
  }
  const result =
    'refusal' in imported
      ? { outcome: 'refused', problem: await problemOf(imported.refusal) }
      : { outcome: imported.answer.rejected > 0 ? 'rejected_rows' : 'done', answer: imported.answer }
  const at = new Date().toISOString()
  const target = freeName(path.join(folder, result.outcome === 'done' ? 'done' : 'failed'), name, at)
  const report = { file: name, kind, source: options.source, at, ...result }
  try {
    // Whoever finds a report finds all of it.
    await writeFile(`${target}.report.json.part`, `${JSON.stringify(report, null, 2)}\n`, { flag: 'wx' })
    await rename(`${target}.report.json.part`, `${target}.report.json`)
    await rename(file, target)
  } catch (fault) {
    throw new OperatorError(
      `${name} was brought in (${result.outcome}) but cannot be moved to ${target}: ${(fault as Error).message}`,
    )
  }
  say('refusal' in imported ? whyRefused(name, imported.refusal) : `${name}: ${summaryOf(imported.answer)}`)
  return result.outcome === 'done'
}

const summaryOf = ({ received, inserted, updated, unchanged, rejected }: IngestAnswer): string =>
  `${received} rows: ${inserted} new, ${updated} changed, ${unchanged} unchanged, ${rejected} rejected`

/** A path in the folder that no file has, nor its report: nothing is overwritten. */
function freeName(folder: string, name: string, at: string): string {
  const plain = path.join(folder, name)
  if (!existsSync(plain) && !existsSync(`${plain}.report.json`)) return plain
  const { name: base, ext } = path.parse(name)
  return path.join(folder, `${base} ${at.replaceAll(/[:.]/g, '-')}${ext}`)
}

const say = (line: string) => process.stderr.write(`${new Date().toISOString()} ${line}\n`)
