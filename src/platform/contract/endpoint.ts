import { oc } from '@orpc/contract'
import type { ModuleId, Permission } from './permissions.ts'

/** Who may call an endpoint. Exactly one of `permission`, `signedIn`, `public` and `key`; without any, the server does not start. */
export type EndpointMeta = {
  permission?: Permission
  /** Any session, whatever its role: the asker's own affairs. */
  signedIn?: true
  public?: true
  /** An upstream system's key of this scope, and no session. */
  key?: 'ingest' | 'read'
  /** Hidden module → 403 `module_hidden` (A8). */
  module?: ModuleId
  /** Writes only: the name of the act in the audit trail, for example `preferences.changed`. */
  audit?: string
}

/** Every endpoint of every feature begins here. */
export const endpoint = oc.$meta<EndpointMeta>({})
