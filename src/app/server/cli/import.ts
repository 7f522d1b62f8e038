import { createReadStream, existsSync, readFileSync } from 'node:fs'
import type { Command, Option } from 'commander'
import {
  DATE_ORDERS,
  DECIMALS,
  DUPLICATES,
  INGEST_KINDS,
  type IngestAnswer,
  type IngestKind,
} from '../../../features/ingestion/contract.ts'
import { ImportMapping, parseMapping } from '../../../features/ingestion/domain/import-mapping.ts'
import { importFile } from '../../../features/ingestion/server/import-file.ts'
import { LandingRefusal } from '../../../features/ingestion/server/land/refusal.ts'
import { listMappings } from '../../../features/ingestion/server/mappings.ts'
import { asProblem, EXPLAINED_REFUSALS, readQuery } from '../../../features/ingestion/server/published.ts'
import { ReadRefusal } from '../../../features/ingestion/server/read/refusal.ts'
import { createRowSeal } from '../../../features/ingestion/server/rejected/row-seal.ts'
import type { Problem } from '../../../platform/contract/problem.ts'
import { type Database, openDatabase } from '../../../platform/server/database/open-database.ts'
import { toProblem } from '../../../platform/server/http/problem.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import { withInstallation } from './with-installation.ts'

/** How many faulty rows are told one by one; all of them are counted. */
const SHOWN_ERRORS = 20

function explanationOf(code: string): string {
  const section = EXPLAINED_REFUSALS.get(code)
  return section === undefined ? '' : ` See docs/how-data-is-read.md#${section}.`
}

/** What is asked as in the address of a push over HTTP, by the names there. */
const ASKED = ['decimal', 'dateOrder', 'encoding', 'duplicates', 'controls', 'mode', 'scope'] as const
const FLAGS = ['atomic', 'confirm'] as const

type Options = {
  source: string
  mapping?: string
  mapReport?: true
  json?: true
  dryRun?: true
  incomplete?: true
} & {
  [name in (typeof ASKED)[number]]?: string
} & { [name in (typeof FLAGS)[number]]?: true }

export function addImportCommand(program: Command, OptionType: typeof Option) {
  program
    .command('import')
    .description(
      'bring rows of upstream in from a file; exit code 1 when it was refused or any row was rejected',
    )
    .argument('<kind>', INGEST_KINDS.join(', '))
    .argument('<file>', 'CSV, XLSX, NDJSON or JSON, text also packed with gzip; - reads standard input')
    .option('--source <name>', 'the upstream system that the rows are from', 'main')
    .option(
      '--mapping <file or name>',
      'JSON: what the headings mean and how the file is written; or a saved one',
    )
    .addOption(new OptionType('--decimal <mark>', 'the mark before decimals').choices(DECIMALS))
    .addOption(new OptionType('--date-order <order>', 'of day, month and year').choices(DATE_ORDERS))
    .option('--encoding <name>', 'of the text; found out if left out')
    .addOption(
      new OptionType('--duplicates <rule>', 'of rows of one key with different content').choices(DUPLICATES),
    )
    .option('--incomplete', 'the file may lack lines of the parents that it names: none is taken for gone')
    .option('--atomic', 'any rejected row refuses the whole file')
    .option('--controls <json>', '{rows, quantity, amount}: refused unless that is what arrived')
    .addOption(
      new OptionType('--mode <mode>', 'replace: the file is the whole truth of the scope').choices([
        'upsert',
        'replace',
      ]),
    )
    .option('--scope <scope>', 'with --mode replace: all, a year (2025) or a month (2025-08)')
    .option('--confirm', 'although much would go, or move to another company')
    .option('--map-report', 'only say how the file would be read: headings, marks, dates; nothing is kept')
    .option('--json', 'nothing but JSON on standard output: the answer, or the problem')
    .addOption(new OptionType('--dry-run', 'do everything, then take it back'))
    .action(async (kind: string, file: string, options: Options) => {
      if (!isKind(kind))
        throw new OperatorError(`There is no kind "${kind}". Known: ${INGEST_KINDS.join(', ')}.`)
      if (file !== '-' && !existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
      const { ask, options: asked, written } = await askOf(kind, options)
      const dryRun = options.dryRun === true || options.mapReport === true
      const answer = await withInstallation(async ({ location, secrets }) => {
        const database = openDatabase(location.owner)
        try {
          return await importFile(database, {
            kind,
            ask,
            options: asked,
            body: file === '-' ? process.stdin : createReadStream(file),
            source: options.source,
            mapping: { ...(await mappingOf(database, options)), ...written },
            dryRun,
            seal: createRowSeal(secrets),
            ...(options.incomplete && { complete: false }),
            ...(!options.json && { onProgress: progress() }),
          })
        } catch (fault) {
          if (!(fault instanceof ReadRefusal || fault instanceof LandingRefusal)) throw fault
          if (!options.json) throw new OperatorError(whyRefused(file, fault))
          process.stdout.write(`${JSON.stringify(await problemOf(fault), null, 2)}\n`)
          process.exitCode = 1
          return undefined
        } finally {
          await database.close()
        }
      })
      if (!answer) return
      if (!options.json) tell(answer)
      const { reading, unknownColumns, received } = answer
      const shown = options.mapReport
        ? { received, reading, unknownColumns }
        : dryRun
          ? { ...answer, dryRun }
          : answer
      process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
      if (answer.rejected > 0) process.exitCode = 1
    })
}

const isKind = (kind: string): kind is IngestKind => (INGEST_KINDS as readonly string[]).includes(kind)

/** The options as a push over HTTP would have them. */
async function askOf(kind: IngestKind, options: Options) {
  const given: Record<string, string> = Object.fromEntries([
    ...ASKED.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
    ...FLAGS.flatMap((name) => (options[name] ? [[name, 'true']] : [])),
  ])
  try {
    const { idempotencyKey: _, mapping: _name, complete: _all, ...asked } = readQuery(kind, given, undefined)
    const { decimal, dateOrder, encoding, separator, ...ask } = asked
    return { ask, options: given, written: present({ decimal, dateOrder, encoding, separator }) }
  } catch (fault) {
    const { errors = [], title } = await problemOf(fault)
    const faults = errors.map(
      ({ path, message }) => `--${path.replace('dateOrder', 'date-order')}: ${message}`,
    )
    throw new OperatorError(faults.join('; ') || title)
  }
}

const present = (
  mapping: { [Name in keyof ImportMapping]?: ImportMapping[Name] | undefined },
): ImportMapping => Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined))

/** The sentence; beneath it the headings that it is about, and where the batch can be looked up. */
function whyRefused(file: string, fault: ReadRefusal | LandingRefusal): string {
  const { found, accepted } = fault instanceof ReadRefusal ? fault.details : {}
  return [
    `${file}: ${fault.message}${explanationOf(fault.code)}`,
    ...(found ? [`came: ${found.join(', ')}`] : []),
    ...(accepted ? [`would have fitted: ${accepted.join(', ')}`] : []),
    ...(fault.batchId === undefined ? [] : [`kept as batch ${fault.batchId} of Administration → Upstream`]),
  ].join('\n')
}

/** What an asker over HTTP would be answered. */
const problemOf = async (fault: unknown): Promise<Problem> =>
  (await toProblem(asProblem(fault), { path: '', traceId: '', language: 'en' }).json()) as Problem

/** A mapping out of a file, or one that is saved for the source. */
async function mappingOf(database: Database, { mapping: given, source }: Options): Promise<ImportMapping> {
  if (given === undefined) return {}
  if (!existsSync(given)) return savedMapping(database, source, given)
  const read = parseMapping(readFileSync(given, 'utf8'))
  if ('mapping' in read) return read.mapping
  if (read.faults.length === 0) throw new OperatorError(`${given} is not JSON.`)
  throw new OperatorError(`${given} is no mapping. ${read.faults.join('; ')}.`)
}

async function savedMapping(database: Database, source: string, name: string): Promise<ImportMapping> {
  return database.withImport(source, async (tx, { sourceId }) => {
    const saved = (await listMappings(tx, sourceId)).find((one) => one.name === name)
    if (saved) return ImportMapping.parse(saved.mapping)
    throw new OperatorError(
      `There is no mapping file ${name}, and no mapping of ${source} is saved under that name.`,
    )
  })
}

/** On standard error, at most every two seconds: standard output is the answer's. */
function progress() {
  let next = Date.now() + 2000
  return (rows: number) => {
    if (Date.now() < next) return
    next = Date.now() + 2000
    process.stderr.write(`${rows} rows read\n`)
  }
}

function tell({ errors, errorsTotal, warnings, unknownColumns, reading }: IngestAnswer) {
  for (const { line, why, text } of reading?.skipped ?? [])
    process.stderr.write(`line ${line}, ${why}: ${text}\n`)
  for (const { row, line, code, message } of errors.slice(0, SHOWN_ERRORS))
    process.stderr.write(`${line === undefined ? `row ${row}` : `line ${line}`}: ${message} (${code})\n`)
  if (errorsTotal > SHOWN_ERRORS) process.stderr.write(`and ${errorsTotal - SHOWN_ERRORS} more\n`)
  for (const { message, count, firstRow } of warnings)
    process.stderr.write(`warning (${count}x, first in row ${firstRow}): ${message}\n`)
  if (unknownColumns.length > 0) process.stderr.write(`left aside: ${unknownColumns.join(', ')}\n`)
}
