import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { wholeList } from '../../../platform/server/endpoint/sorted-page.ts'
import type { Asked } from '../../../platform/server/export/answer-table-file.ts'
import { listFile } from '../../../platform/server/export/list-file.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { screenWords } from '../../../platform/server/http/screen-words.ts'
import { type ServerLanguage, serverMessages } from '../../../platform/server/http/server-messages.ts'
import { toSession } from '../../session/server/published.ts'
import { type SessionsFileInput, type UsersFileInput, usersFileContract } from '../contract.ts'
import { type SessionRecord, sessionsOf } from './list-sessions.ts'
import { type UserRecord, usersOf } from './list-users.ts'

/** Roles as the screens call them; one that administrators gave a name of its own by that. */
async function roleNames(tx: Tx, language: ServerLanguage): Promise<(key: string) => string> {
  const { rows } = await sql<{ key: string; name: string }>`
    select r.key, r.name from portal.roles r where r.named`.execute(tx)
  const named = new Map(rows.map(({ key, name }) => [key, name]))
  const shipped: Record<string, string> = screenWords(language).roles
  return (key) => named.get(key) ?? shipped[key] ?? key
}

/** Everybody who fits; what each may enter is one line for each role. */
async function openUsersFile(asked: Asked<UsersFileInput>) {
  const words = screenWords(asked.language).users
  const yesNo = serverMessages(asked.language).audit
  const roleOf = await roleNames(asked.tx, asked.language)
  return listFile<UserRecord>(asked, {
    title: words.title,
    objectType: 'users',
    ...wholeList<UserRecord, 'name' | 'email' | 'lastSignIn' | 'since'>(
      usersOf(asked.input),
      asked.input.sort,
    ),
    columns: ({ text, moment }) => [
      text(words.columns.name, ({ name }) => name, 28),
      text(words.columns.email, ({ email }) => email, 34),
      text(roleOf('global_admin'), ({ administrator }) => (administrator ? yesNo.yes : yesNo.no)),
      text(words.staffRole, ({ staff_role }) => staff_role && roleOf(staff_role)),
      text(
        words.assigned,
        ({ staff_role, staff_tenants }) =>
          staff_role && (staff_tenants ? staff_tenants.join('; ') : words.seesAll),
      ),
      text(
        words.columns.access,
        ({ tenants }) => tenants.map(({ name, role }) => `${name}: ${roleOf(role)}`).join('; ') || null,
        48,
      ),
      text(words.columns.state, (user) => (user.deactivated_at ? words.deactivated : words.active), 14),
      moment(words.columns.lastSignIn, (user) => user.last_sign_in),
      text(words.columns.secondFactor, (user) =>
        user.second_factor ? words.secondFactorOn : words.secondFactorOff,
      ),
      moment(words.columns.since, ({ since }) => since),
    ],
  })
}

async function openSessionsFile(asked: Asked<SessionsFileInput>) {
  const { sessionsPage: words, security } = screenWords(asked.language)
  const yesNo = serverMessages(asked.language).audit
  return listFile<SessionRecord>(asked, {
    title: words.title,
    objectType: 'sessions',
    ...wholeList<SessionRecord, 'name' | 'email' | 'address' | 'lastUsed' | 'since'>(
      sessionsOf(asked.input),
      asked.input.sort,
    ),
    columns: ({ text, moment }) => [
      text(words.columns.name, ({ name }) => name, 28),
      text(words.columns.email, ({ email }) => email, 34),
      text(words.temporary, (row) => (row.is_temporary ? yesNo.yes : yesNo.no)),
      text(words.columns.device, (row) => {
        const { browser, system } = toSession(row)
        return [browser, system].filter(Boolean).join(', ') || security.unknownDevice
      }),
      text(words.columns.address, ({ address }) => address),
      moment(words.columns.lastUsed, (row) => row.last_active_at),
      moment(words.columns.since, (row) => row.created_at),
    ],
  })
}

/** `GET /admin/users/export` */
export const usersFile = tableKind(usersFileContract.export, openUsersFile)
/** `GET /admin/sessions/export` */
export const sessionsFile = tableKind(usersFileContract.sessionsExport, openSessionsFile)
