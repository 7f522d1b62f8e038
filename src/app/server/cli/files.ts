import type { Command } from 'commander'
import { filesInUse } from '../../../features/documents/server/files-in-use.ts'
import { openLibrary } from '../../../features/documents/server/open-library.ts'
import { auditByOperator } from '../../../features/tenants/server/audit-by-operator.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { lookAtStore, takeStore, whatToDo } from '../../../platform/server/files/watch-store.ts'
import { withInstallation } from './with-installation.ts'

export function addFilesCommand(program: Command) {
  program
    .command('files')
    .description('whether the place of the files is there and this installation’s; exit code 1 when not')
    .option('--take', 'make the place of FILES_URL this installation’s, as it is: its own is lost or gone')
    .action(({ take }: { take?: true }) =>
      withInstallation(async ({ location, config }) => {
        const parts = { location, files: openLibrary(config).documents.files, inUse: filesInUse }
        const before = await lookAtStore(parts)
        if (take && (before === 'empty' || before === 'foreign')) {
          await takeStore(parts)
          await withOwner(location, (tx) =>
            auditByOperator(tx, 0, 'installation.files_taken', 'installation', 'files', { was: before }),
          )
        }
        const state = take ? await lookAtStore(parts) : before
        console.log(state === 'good' ? 'the files are there' : whatToDo(state))
        if (state !== 'good') process.exitCode = 1
      }),
    )
}
