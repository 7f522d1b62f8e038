import { Command, Option } from 'commander'
import { OperatorError } from '../../platform/server/operator-error.ts'
import { addBackupCommands } from './cli/backup.ts'
import { addDatabaseCommands } from './cli/database.ts'
import { addDemoCommands } from './cli/demo.ts'
import { addFeedCommands } from './cli/feeds.ts'
import { addFilesCommand } from './cli/files.ts'
import { addIdentityCommands } from './cli/identity.ts'
import { addImportCommand } from './cli/import.ts'
import { addSecretsCommand } from './cli/secrets.ts'
import { addSourceCommand } from './cli/source.ts'
import { addWatchCommand } from './cli/watch.ts'

const program = new Command('portal')
  .description('The command line of the portal: data, people, keys and checks.')
  .showHelpAfterError('(--help shows what there is)')
  .configureHelp({ showGlobalOptions: true })
addDatabaseCommands(program)
addBackupCommands(program)
addFilesCommand(program)
addSecretsCommand(program)
addIdentityCommands(program, Option)
addImportCommand(program, Option)
addWatchCommand(program, Option)
addSourceCommand(program, Option)
addFeedCommands(program)
addDemoCommands(program)

try {
  await program.parseAsync()
} catch (fault) {
  const { code, message, detail } = fault as { code?: string; message: string; detail?: string }
  const known = fault instanceof OperatorError || code?.startsWith('23')
  process.stderr.write(known ? `${detail ?? message}\n` : `${(fault as Error).stack}\n`)
  process.exitCode = 1
}
