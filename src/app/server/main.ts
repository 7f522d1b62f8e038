import { isLoopback } from '../../platform/server/config.ts'
import { migrate } from '../../platform/server/database/migrate.ts'
import { createLog } from '../../platform/server/log.ts'
import { OperatorError } from '../../platform/server/operator-error.ts'
import { openDemo } from './demo/open-demo.ts'
import { openDemoPayments } from './demo/open-demo-payments.ts'
import { openInstallation } from './open-installation.ts'
import { refuseTakenPort } from './port.ts'
import { makeSetUpLink } from './set-up-link.ts'
import { startLines, tellSetUpLink } from './start-lines.ts'
import { startServer } from './start-server.ts'

const END_WITHIN_MS = 9_500

const lines = startLines()
const { say, warn } = lines

try {
  say('· database')
  const installation = await openInstallation()
  const { config, secrets, location, databaseEnded } = installation
  for (const warning of config.warnings) warn(warning)
  if (!config.publicUrl && !isLoopback(config.host))
    warn(
      'PUBLIC_URL is not set: cookies are Secure on the open network, so people can sign in over https only.',
    )
  await refuseTakenPort(config)
  await migrate(location, { log: (line) => say(`  ${line}`) })
  const signIns = await openDemo({ location, secrets, config }, lines)
  const log = createLog(config.logLevel)
  const payments = await openDemoPayments(config)
  const server = await startServer({ config: payments.config, secrets, location, log })
  payments.tells(server.url)
  const link = await makeSetUpLink(location, server.url)
  say(`\n${config.brandName} is at ${server.url}\n`)
  for (const line of signIns) say(line)
  tellSetUpLink(link, config.dataDir, lines)

  let ending: Promise<void> | undefined
  const end = (code: number) => {
    // Whatever hangs: who supervises the process is not made to wait, and loses nothing by it.
    setTimeout(() => process.exit(code), END_WITHIN_MS).unref()
    ending ??= server
      .stop()
      .then(() => installation.close())
      .finally(() => process.exit(code))
  }
  process.on('SIGINT', () => end(0))
  process.on('SIGTERM', () => end(0))
  void databaseEnded.then((why) => {
    if (ending) return
    log.fatal({ why }, 'the embedded database ended')
    end(1)
  })
} catch (fault) {
  process.stderr.write(fault instanceof OperatorError ? `${fault.message}\n` : `${(fault as Error).stack}\n`)
  process.exit(1)
}
