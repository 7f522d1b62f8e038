import type { Command, Option } from 'commander'
import { shortestPassword } from '../../../features/session/domain/password-rules.ts'
import { weaknessOf } from '../../../features/session/server/refuse-weak-password.ts'
import { addMembership } from '../../../features/tenants/server/add-membership.ts'
import { auditByOperator } from '../../../features/tenants/server/audit-by-operator.ts'
import { createIngestKey } from '../../../features/tenants/server/create-ingest-key.ts'
import { createPerson, type NewPerson } from '../../../features/tenants/server/create-person.ts'
import { createTenant } from '../../../features/tenants/server/create-tenant.ts'
import type { ErasureReport } from '../../../features/users/contract.ts'
import { erasePerson, ofErasure } from '../../../features/users/server/erase-person.ts'
import { isEmailAddress } from '../../../platform/contract/email-address.ts'
import { KEY_SCOPES } from '../../../platform/contract/endpoint.ts'
import { Timezone } from '../../../platform/contract/timezone.ts'
import { createSignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'
import { withInstallation } from './with-installation.ts'

const repeat = (value: string, all: string[] = []) => [...all, value]
const wholeNumber = (value: string) => {
  if (!/^\d{1,9}$/.test(value)) throw new OperatorError(`"${value}" is not the id of a tenant.`)
  return Number(value)
}

export function addIdentityCommands(program: Command, OptionType: typeof Option) {
  program
    .command('create-tenant')
    .description('a client of the manufacturer; prints its id')
    .requiredOption('--name <name>')
    .option('--client-code <code>', 'a code that upstream uses for it; may be repeated', repeat)
    .option(
      '--client-name <name>',
      'an exact name that stands in where upstream sends no code; may be repeated',
      repeat,
    )
    .option('--source <name>', 'the upstream system whose codes these are', 'main')
    .option('--currency <code>', 'ISO 4217; without it the installation default')
    .option('--language <tag>', 'en, fr-CA, de or es')
    .action((options) =>
      withInstallation(async ({ location }) => {
        const { name, clientCode, clientName, source, currency, language } = options
        const tenant = { name, clientCodes: clientCode, clientNames: clientName, source, currency, language }
        console.log(await withOwner(location, (tx) => createTenant(tx, tenant)))
      }),
    )

  program
    .command('create-user')
    .description('a person who works for a client; one who has an account already enters this client too')
    .requiredOption('--email <address>')
    .requiredOption('--password <text>', '- reads it from standard input; an existing account keeps its own')
    .requiredOption('--tenant <id>', 'of the client', wholeNumber)
    .requiredOption(
      '--role <role>',
      'tenant_admin, procurement_manager, finance_manager, quality_manager, sales_analyst or viewer',
    )
    .option('--name <name>')
    .action(({ tenant, role, ...who }) =>
      addPerson(who, { memberships: [{ tenantId: tenant, role: role.toLowerCase().replace(/[ -]/g, '_') }] }),
    )

  program
    .command('create-admin')
    .description('an administrator of the whole installation')
    .requiredOption('--email <address>')
    .requiredOption('--password <text>', '- reads it from standard input')
    .option('--name <name>')
    .option('--timezone <zone>', 'the reporting zone of the installation, such as America/Toronto')
    .action(async ({ timezone, ...who }) => {
      const zone = timezone === undefined ? undefined : readZone(timezone)
      await addPerson(who, { globalAdmin: true }, (tx) => keepZone(tx, zone))
    })

  program
    .command('create-key')
    .description('a key of an upstream system; prints it, once')
    .option('--tenant <id>', 'bind it to one client', wholeNumber)
    .option('--source <name>', 'the upstream system', 'main')
    .addOption(new OptionType('--scope <scope>').choices([...KEY_SCOPES]).makeOptionMandatory())
    .action(({ tenant, source, scope }) =>
      withInstallation(async ({ location }) => {
        console.log(
          await withOwner(location, (tx) => createIngestKey(tx, { scope, source, tenantId: tenant ?? null })),
        )
      }),
    )

  program
    .command('erase-person')
    .description('what is known of a person: a deactivated account, or somebody who was only invited')
    .requiredOption('--email <address>')
    .option(
      '--records-ended',
      'the retention of the records that name them is over: the audit trail forgets them too',
    )
    .action(({ email, recordsEnded }) =>
      withInstallation(async ({ location }) => {
        const report = await withOwner(location, (tx) => erase(tx, email, recordsEnded === true))
        console.log('Erased.')
        for (const { table, column, did, rows } of report)
          console.log(`${column ? `${table}.${column}` : table}: ${rows} ${DONE[did]}`)
      }),
    )
}

function readZone(name: string): string {
  if (!Timezone.safeParse(name).success)
    throw new OperatorError(`${name} is no time zone; one is called like America/Toronto.`)
  return name
}

/** Sets the reporting zone where one is given; where nobody has chosen any, says so. */
async function keepZone(tx: Tx, zone: string | undefined): Promise<void> {
  if (zone !== undefined) {
    await tx.updateTable('installation').set({ timezone: zone }).execute()
    await auditByOperator(tx, 0, 'company.changed', 'company', 'company', { timezone: zone })
    return
  }
  const { timezone } = await tx.selectFrom('installation').select('timezone').executeTakeFirstOrThrow()
  if (timezone === null)
    console.error(
      'No reporting zone is chosen: money goes by the day of America/Toronto. Choose one with --timezone or on the Company page.',
    )
}

const DONE: Record<ErasureReport[number]['did'], string> = {
  renamed: 'got a pseudonym',
  deleted: 'deleted',
  kept: 'kept until the retention of the record ends',
  look: 'mention them in what people wrote: look at these',
}

async function erase(tx: Tx, email: string, recordsEnded: boolean): Promise<ErasureReport> {
  const { outcome, report } = await erasePerson(tx, { userId: null, email, recordsEnded })
  if (outcome === 'still_active') throw new OperatorError(`${email} has an account; deactivate it first.`)
  if (outcome !== 'done') throw new OperatorError(`Nothing is known of ${email}.`)
  await auditByOperator(tx, 0, 'user.erased', 'user', 'by address', ofErasure(report))
  return report
}

async function addPerson(
  who: { email: string; password: string; name?: string },
  access: Pick<NewPerson, 'memberships' | 'globalAdmin'>,
  afterwards?: (tx: Tx) => Promise<void>,
) {
  const { email, name = email.split('@')[0] ?? email } = who
  if (!isEmailAddress(email)) throw new OperatorError(`"${email}" is not an e-mail address.`)
  if (who.password !== '-')
    console.error(
      'Warning: a password in the arguments can be seen by others on this machine; --password - reads it from standard input.',
    )
  const password = who.password === '-' ? (await readStandardInput()).replace(/\r?\n$/, '') : who.password
  const weakness = await weaknessOf(password, [name, email])
  if (weakness)
    throw new OperatorError(
      serverMessages('en').passwords[weakness].replace('{shortest}', String(shortestPassword(false))),
    )
  await withInstallation(async ({ location, secrets }) => {
    const signIn = createSignInService(location.login('portal_auth'), secrets, false)
    try {
      const known = await signIn.findUser(email)
      const [membership] = access.memberships ?? []
      if (known === undefined) {
        await withOwner(location, (tx) => createPerson(tx, signIn, { email, name, password, ...access }))
        console.log(`${email} can sign in`)
      } else if (membership) {
        await withOwner(location, (tx) => addMembership(tx, known, membership))
        console.log(`${email} can enter this client too, with the password of before`)
      } else throw new OperatorError(`${email} has an account already.`)
      if (afterwards) await withOwner(location, afterwards)
    } finally {
      await signIn.close()
    }
  })
}

async function readStandardInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text
}
