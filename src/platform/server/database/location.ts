import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { connectionTo } from './host-list.ts'

/** What the server signs in for, and the groups whose rights those logins have; none owns anything. */
export const LOGIN_ROLES = ['portal_app', 'portal_auth', 'portal_events'] as const
export type LoginRole = (typeof LOGIN_ROLES)[number]

export type DatabaseLocation = {
  kind: 'embedded' | 'external'
  /** Migrations only: may create roles and act as portal_owner. */
  owner: pg.ClientConfig
  /** Tells the installation's logins from those of others in the cluster; known once the database was migrated. */
  mark?: string
  /** @throws before the database was migrated */
  login(role: LoginRole): pg.ClientConfig
  /** What migrations set as the login's password; undefined where the way in is guarded otherwise. */
  password(role: LoginRole): string | undefined
}

export const loginName = (role: string, mark: string) => `${role}_${mark}`

function nameAt({ mark }: DatabaseLocation, role: LoginRole): string {
  if (mark === undefined) throw new Error('the logins are known once the database was migrated')
  return loginName(role, mark)
}

type Connection = { host: string; port: number; user: string; password?: string }

/** The embedded server: on a socket the folder's owner is trusted, with TCP each login has its own password. */
export function embeddedDatabase(connection: Connection, database = 'lotline'): DatabaseLocation {
  const { host, port } = connection
  const password = (role: LoginRole) => connection.password && loginPassword(connection.password, role)
  const location: DatabaseLocation = {
    kind: 'embedded',
    owner: { ...connection, database },
    login: (role) => ({ host, port, database, user: nameAt(location, role), password: password(role) }),
    password,
  }
  return location
}

/**
 * A PostgreSQL of the operator's. The logins' passwords follow from the URL's own, so that several instances agree;
 * a URL without one takes the generated secret instead.
 */
export function externalDatabase(url: string, secret: string): DatabaseLocation {
  const key = ownerPassword(url) || secret
  const password = (role: LoginRole) => loginPassword(key, role)
  const location: DatabaseLocation = {
    kind: 'external',
    owner: connectionTo(url),
    login: (role) => connectionTo(withAccount(url, nameAt(location, role), password(role))),
    password,
  }
  return location
}

function loginPassword(key: string, role: LoginRole): string {
  return createHmac('sha256', key).update(`lotline login ${role}`).digest('base64url')
}

// Not WHATWG's URL: it refuses what PostgreSQL allows, such as postgres://user:secret@/name?host=/run/postgresql
const ADDRESS = /^(postgres(?:ql)?:\/\/)(?:([^@/?]*)@)?([^?]*)(?:\?(.*))?$/

function ownerPassword(url: string): string {
  const [, , account = '', , query] = ADDRESS.exec(url) ?? []
  const written = account.includes(':') ? decodeURIComponent(account.slice(account.indexOf(':') + 1)) : ''
  return new URLSearchParams(query).get('password') ?? written
}

function withAccount(url: string, user: string, password: string): string {
  const [, scheme, , rest, query] = ADDRESS.exec(url) ?? []
  const settings = new URLSearchParams(query)
  settings.delete('user')
  settings.delete('password')
  return `${scheme}${user}:${password}@${rest}${settings.size > 0 ? `?${settings}` : ''}`
}
