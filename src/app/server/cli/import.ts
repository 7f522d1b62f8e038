import { createReadStream, existsSync, readFileSync } from 'node:fs'
import type { Command, Option } from 'commander'
import { INGEST_KINDS, type IngestAnswer, type IngestKind } from '../../../features/ingestion/contract.ts'
import { ImportMapping } from '../../../features/ingestion/domain/import-mapping.ts'
import { importFile } from '../../../features/ingestion/server/import-file.ts'
import { LandingRefusal } from '../../../features/ingestion/server/land/refusal.ts'
import { ReadRefusal } from '../../../features/ingestion/server/read/refusal.ts'
import { openDatabase } from '../../../platform/server/database/open-database.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import { withInstallation } from './with-installation.ts'

/** How many faulty rows are told one by one; all of them are counted. */
const SHOWN_ERRORS = 20

type Options = { source: string; mapping?: string; dryRun?: true; incomplete?: true }

export function addImportCommand(program: Command, OptionType: typeof Option) {
  program
    .command('import')
    .description('bring rows of upstream in from a file; exit code 1 when any row was rejected')
    .argument('<kind>', INGEST_KINDS.join(', '))
    .argument('<file>', 'CSV, NDJSON or JSON, also packed with gzip; - reads standard input')
    .option('--source <name>', 'the upstream system that the rows are from', 'main')
    .option('--mapping <file>', 'JSON: what the headings mean and how the file is written')
    .addOption(new OptionType('--dry-run', 'do everything, then take it back'))
    .option('--incomplete', 'the file may lack lines of the parents that it names: none is taken for gone')
    .action(async (kind: string, file: string, options: Options) => {
      if (!isKind(kind))
        throw new OperatorError(`There is no kind "${kind}". Known: ${INGEST_KINDS.join(', ')}.`)
      if (file !== '-' && !existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
      const mapping = options.mapping === undefined ? {} : readMapping(options.mapping)
      const answer = await withInstallation(async ({ location }) => {
        const database = openDatabase(location.owner)
        try {
          return await importFile(database, {
            kind,
            body: file === '-' ? process.stdin : createReadStream(file),
            source: options.source,
            mapping,
            dryRun: options.dryRun === true,
            complete: options.incomplete !== true,
            onProgress: progress(),
          })
        } catch (fault) {
          if (fault instanceof ReadRefusal || fault instanceof LandingRefusal)
            throw new OperatorError(`${file}: ${fault.message}`)
          throw fault
        } finally {
          await database.close()
        }
      })
      tell(answer, options.dryRun === true)
      if (answer.rejected > 0) process.exitCode = 1
    })
}

const isKind = (kind: string): kind is IngestKind => (INGEST_KINDS as readonly string[]).includes(kind)

function readMapping(file: string): ImportMapping {
  if (!existsSync(file)) throw new OperatorError(`There is no mapping file ${file}.`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch {
    throw new OperatorError(`${file} is not JSON.`)
  }
  const parsed = ImportMapping.safeParse(content)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`)
  throw new OperatorError(`${file} is no mapping. ${faults.join('; ')}.`)
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

function tell(answer: IngestAnswer, dryRun: boolean) {
  for (const { row, line, code, message } of answer.errors.slice(0, SHOWN_ERRORS))
    process.stderr.write(`${line === undefined ? `row ${row}` : `line ${line}`}: ${message} (${code})\n`)
  if (answer.errorsTotal > SHOWN_ERRORS)
    process.stderr.write(`and ${answer.errorsTotal - SHOWN_ERRORS} more\n`)
  for (const { message, count, firstRow } of answer.warnings)
    process.stderr.write(`warning (${count}x, first in row ${firstRow}): ${message}\n`)
  if (answer.unknownColumns.length > 0)
    process.stderr.write(`left aside: ${answer.unknownColumns.join(', ')}\n`)
  process.stdout.write(`${JSON.stringify(dryRun ? { ...answer, dryRun } : answer, null, 2)}\n`)
}
