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
import type { Installation } from '../open-installation.ts'

/** What is asked as in the address of a push over HTTP, by the names there. */
const ASKED = ['decimal', 'dateOrder', 'encoding', 'duplicates', 'controls', 'mode', 'scope'] as const
const FLAGS = ['atomic', 'confirm'] as const

/** Of `portal import` and `portal watch`. */
export type ImportOptions = {
  source: string
  mapping?: string
  incomplete?: true
} & {
  [name in (typeof ASKED)[number]]?: string
} & { [name in (typeof FLAGS)[number]]?: true }

/** Adds the options that say what a file is and what is to become of it. */
export const withImportOptions = (command: Command, OptionType: typeof Option): Command =>
  command
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

type ImportedOne = {
  kind: IngestKind
  /** A path; `-`: standard input. */
  file: string
  dryRun?: boolean
  onProgress?: (rows: number) => void
}
export type Imported = { answer: IngestAnswer } | { refusal: ReadRefusal | LandingRefusal }

/** Brings one file in. Faults of the installation are thrown; what is wrong with the file is the refusal. */
export async function importOne(
  { location, secrets }: Pick<Installation, 'location' | 'secrets'>,
  { kind, file, dryRun = false, onProgress }: ImportedOne,
  options: ImportOptions,
): Promise<Imported> {
  const { ask, options: asked, written } = await askOf(kind, options)
  const database = openDatabase(location.owner)
  try {
    const answer = await importFile(database, {
      kind,
      ask,
      options: asked,
      body: file === '-' ? process.stdin : createReadStream(file),
      source: options.source,
      mapping: { ...(await mappingOf(database, options)), ...written },
      dryRun,
      seal: createRowSeal(secrets),
      warn: (what, fault) => console.error(`${what}: ${fault}`),
      ...(options.incomplete && { complete: false }),
      ...(onProgress && { onProgress }),
    })
    return { answer }
  } catch (fault) {
    if (!(fault instanceof ReadRefusal || fault instanceof LandingRefusal)) throw fault
    return { refusal: fault }
  } finally {
    await database.close()
  }
}

/** @throws OperatorError what is wrong with the options or the mapping, before a file is read */
export async function checkImportOptions(
  { location }: Pick<Installation, 'location'>,
  kind: IngestKind,
  options: ImportOptions,
): Promise<void> {
  await askOf(kind, options)
  const database = openDatabase(location.owner)
  try {
    await mappingOf(database, options)
  } finally {
    await database.close()
  }
}

/** @throws OperatorError where it is none */
export function kindOf(kind: string): IngestKind {
  if ((INGEST_KINDS as readonly string[]).includes(kind)) return kind as IngestKind
  throw new OperatorError(`There is no kind "${kind}". Known: ${INGEST_KINDS.join(', ')}.`)
}

/** The options as a push over HTTP would have them. */
async function askOf(kind: IngestKind, options: ImportOptions) {
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

function explanationOf(code: string): string {
  const section = EXPLAINED_REFUSALS.get(code)
  return section === undefined ? '' : ` See docs/how-data-is-read.md#${section}.`
}

/** The sentence; beneath it the headings that it is about, and where the batch can be looked up. */
export function whyRefused(file: string, fault: ReadRefusal | LandingRefusal): string {
  const { found, accepted } = fault instanceof ReadRefusal ? fault.details : {}
  return [
    `${file}: ${fault.message}${explanationOf(fault.code)}`,
    ...(found ? [`came: ${found.join(', ')}`] : []),
    ...(accepted ? [`would have fitted: ${accepted.join(', ')}`] : []),
    ...(fault.batchId === undefined
      ? []
      : [`kept as batch ${fault.batchId} of Administration → Integrations`]),
  ].join('\n')
}

/** What an asker over HTTP would be answered. */
export const problemOf = async (fault: unknown): Promise<Problem> =>
  (await toProblem(asProblem(fault), { path: '', traceId: '', language: 'en' }).json()) as Problem

/** A mapping out of a file, or one that is saved for the source. */
async function mappingOf(
  database: Database,
  { mapping: given, source }: ImportOptions,
): Promise<ImportMapping> {
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
