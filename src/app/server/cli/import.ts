import { existsSync } from 'node:fs'
import type { Command, Option } from 'commander'
import { INGEST_KINDS, type IngestAnswer } from '../../../features/ingestion/contract.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import {
  type ImportOptions,
  importOne,
  kindOf,
  problemOf,
  whyRefused,
  withImportOptions,
} from './import-one.ts'
import { withInstallation } from './with-installation.ts'

/** How many faulty rows are told one by one; all of them are counted. */
const SHOWN_ERRORS = 20

type Options = ImportOptions & { mapReport?: true; json?: true; dryRun?: true }

export function addImportCommand(program: Command, OptionType: typeof Option) {
  const command = program
    .command('import')
    .description(
      'bring rows of upstream in from a file; exit code 1 when it was refused or any row was rejected',
    )
    .argument('<kind>', INGEST_KINDS.join(', '))
    .argument('<file>', 'CSV, XLSX, NDJSON or JSON, text also packed with gzip; - reads standard input')
  withImportOptions(command, OptionType)
    .option('--map-report', 'only say how the file would be read: headings, marks, dates; nothing is kept')
    .option('--json', 'nothing but JSON on standard output: the answer, or the problem')
    .addOption(new OptionType('--dry-run', 'do everything, then take it back'))
    .action(async (name: string, file: string, options: Options) => {
      const kind = kindOf(name)
      if (file !== '-' && !existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
      const dryRun = options.dryRun === true || options.mapReport === true
      const done = await withInstallation((installation) =>
        importOne(
          installation,
          { kind, file, dryRun, ...(!options.json && { onProgress: progress() }) },
          options,
        ),
      )
      if ('refusal' in done) {
        if (!options.json) throw new OperatorError(whyRefused(file, done.refusal))
        process.stdout.write(`${JSON.stringify(await problemOf(done.refusal), null, 2)}\n`)
        process.exitCode = 1
        return
      }
      const { answer } = done
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
