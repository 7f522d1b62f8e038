import { oc } from '@orpc/contract'
import type { ModuleId, Permission } from './permissions.ts'

/** Data whose version moves with every change of it that a tenant can see (portal.data_versions). */
export type DataTopic = 'orders' | 'sales' | 'invoices'

/** What a key of an upstream system may: send rows, collect purchase orders, read. */
export type KeyScope = 'ingest' | 'collect' | 'read'
/** What one key may, several by spaces. */
export const KEY_SCOPES = ['ingest', 'collect', 'ingest collect', 'read'] as const
export type KeyScopes = (typeof KEY_SCOPES)[number]
export const mayKey = (scopes: KeyScopes, scope: KeyScope): boolean => scopes.split(' ').includes(scope)

/** Who may call an endpoint. Exactly one of `permission`, `signedIn`, `public` and `key`; without any, the server does not start. */
export type EndpointMeta = {
  permission?: Permission
  /** Any session, whatever its role: the asker's own affairs. */
  signedIn?: true
  public?: true
  /** An upstream system's key that may this, and no session. */
  key?: KeyScope
  /** Hidden module → 403 `module_hidden` (A8). */
  module?: ModuleId
  /** Reads only: the data that the whole answer follows from, so that who has it already is told so before any work. */
  follows?: readonly DataTopic[]
  /** Writes only: the name of the act in the audit trail, for example `preferences.changed`. */
  audit?: string
  /**
   * Before keys, roles, policies, view-as, temporary access and erasure (A4): who may do it shows the second factor once more
   * (without one, the password) unless that was within ten minutes. The browser asks, and repeats the request by itself.
   */
  stepUp?: true
  /** In the place of `audit`: why what is no GET leaves no row in the trail. It works in a transaction that only reads. */
  unrecorded?: string
  /** A write that a session may do that otherwise changes nothing: its own display, and its own end. */
  evenReadOnly?: true
  /**
   * Works on the rows of everybody, always or when its input says so: its statements have the time of a batch instead of that
   * of a screen, and a few run at once.
   */
  heavy?: true | ((input: never) => boolean)
}

/** Heavy when something is searched for. */
export const searches = ({ search }: { search?: unknown }): boolean => Boolean(search)

/** Every endpoint of every feature begins here. */
export const endpoint = oc.$meta<EndpointMeta>({})
