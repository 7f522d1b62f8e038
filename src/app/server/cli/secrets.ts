import type { Command } from 'commander'
import { auditByOperator } from '../../../features/tenants/server/audit-by-operator.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { adoptSecrets, differingSecrets } from '../../../platform/server/secrets-in-use.ts'
import { withInstallation } from './with-installation.ts'

export function addSecretsCommand(program: Command) {
  program
    .command('secrets')
    .description('whether secrets.json of DATA_DIR is the one in use; exit code 1 when not')
    .option('--replaced', 'it is from now on: the one of before was lost or replaced on purpose')
    .action(({ replaced }: { replaced?: true }) =>
      withInstallation(async ({ location, secrets }) => {
        const differing = await differingSecrets(location, secrets)
        if (differing.length > 0 && replaced) {
          await adoptSecrets(location, secrets)
          await withOwner(location, (tx) =>
            auditByOperator(tx, 0, 'installation.secrets_replaced', 'installation', 'secrets', {
              secrets: differing,
            }),
          )
        }
        if (differing.length === 0) console.log('the secrets are those in use')
        else if (replaced) console.log(`in use from now on: ${differing.join(', ')}`)
        else console.log(`others are in use: ${differing.join(', ')}`)
        if (differing.length > 0 && !replaced) process.exitCode = 1
      }),
    )
}
