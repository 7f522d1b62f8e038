import { createContext, type ReactNode, use } from 'react'
import type { ModuleId, Permission } from '../../contract/permissions.ts'

/** What the screens may know of the session: where the user works and what may be shown. The server decides anyway. */
export type Access = {
  user: { name: string; email: string }
  /** `global_admin`, a staff role or the role of the active membership. */
  role: string
  /** Of roles whose names are the installation’s own. */
  roleNames: Readonly<Record<string, string>>
  /** Sees several tenants: rows then say whose they are. */
  seesAllTenants: boolean
  tenant: { id: number; name: string; currency: string } | null
  /** A temporary access, or a look through a role’s eyes: nothing is changed, and nothing that is typed is kept. */
  readOnly?: boolean
  permissions: readonly Permission[]
  modules: Readonly<Partial<Record<ModuleId, boolean>>>
}

const AccessContext = createContext<Access | null>(null)

export const AccessProvider = ({ access, children }: { access: Access; children: ReactNode }) => (
  <AccessContext value={access}>{children}</AccessContext>
)

export function useAccess(): Access {
  const access = use(AccessContext)
  if (!access) throw new Error('useAccess needs an AccessProvider above it')
  return access
}

/** What a thing asks for before it is shown. Neither: everyone who is signed in. */
export type Requirement = { permission?: Permission | undefined; module?: ModuleId | undefined }

export const isModuleVisible = (access: Access, module: ModuleId | undefined) =>
  module === undefined || access.modules[module] === true

/** Permission and module visibility together (A8). */
export const can = (access: Access, { permission, module }: Requirement) =>
  isModuleVisible(access, module) && (permission === undefined || access.permissions.includes(permission))
