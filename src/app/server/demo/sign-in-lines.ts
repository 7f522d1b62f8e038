import { CLIENTS } from './clients.ts'
import { OVERFULL } from './overfull.ts'
import type { Person } from './people.ts'

/** Who can sign in, for the terminal: address, role, tenant; the password once. */
export function signInLines(people: readonly Person[], password: string): string[] {
  const rows = people.map((person) => [person.email, roleOf(person), tenantsOf(person)] as const)
  const widest = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length)) + 2
  const lines = rows.map(
    ([email, role, tenants]) => `  ${email.padEnd(widest(0))}${role.padEnd(widest(1))}${tenants}`,
  )
  const strict = people.flatMap((person) => (needsFactor(person) ? [person.email] : []))
  const factor = `${strict.join(', ')} must have a second factor: the first sign-in sets it up, with any authenticator app.`
  return [
    `Demo sign-ins, all with the password ${password}`,
    ...lines,
    ...(strict.length > 0 ? [factor] : []),
  ]
}

const needsFactor = ({ memberships = [] }: Person) =>
  memberships.some(({ client }) => CLIENTS.find(({ key }) => key === client)?.requiresSecondFactor)

const roleOf = ({ globalAdmin, memberships, staff }: Person) =>
  globalAdmin ? 'Global Admin' : inWords(staff?.role ?? memberships?.[0]?.role ?? '')

function tenantsOf({ memberships, staff }: Person): string {
  const clients = memberships?.map(({ client }) => client) ?? staff?.clients
  return (
    clients?.map((key) => [...CLIENTS, OVERFULL].find((client) => client.key === key)?.name).join(', ') ??
    'all tenants'
  )
}

const inWords = (role: string) =>
  role.replace(/(^|_)([a-z])/g, (_, gap, letter) => `${gap && ' '}${letter.toUpperCase()}`)
