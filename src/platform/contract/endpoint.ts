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
   * Before what hands out access, destroys, or takes everything away (A4, J7): who may do it shows the second factor once more
   * (without one, the password) unless that was within ten minutes. The browser asks, and repeats the request by itself.
   * `inside`: only some of what it does; its verb calls `needFresh` before that.
   */
  stepUp?: true | 'inside'
  /**
   * A signature (J7): each request was signed with password or passkey before it came. Who, when and with what stands in the
   * audit trail with what was done. The browser asks, says what is signed, and repeats the request.
   */
  signs?: true
  /** In the place of `audit`: why what is no GET leaves no row in the trail. It works in a transaction that only reads. */
  unrecorded?: string
  /** Of what is unrecorded: it writes all the same, what the asker has not sent yet and nobody else sees. */
  writes?: true
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
