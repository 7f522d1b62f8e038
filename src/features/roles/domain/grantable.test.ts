import { expect, it } from 'vitest'
import { grantableTo } from './grantable.ts'

it('a tenant’s role never holds what is of the installation or the staff, a role of the staff never what is of a tenant’s people', () => {
  expect(grantableTo('tenant')).toEqual(
    expect.arrayContaining(['orders.read', 'sales.read', 'members.manage', 'audit.read']),
  )
  for (const of of ['roles.manage', 'users.manage', 'tenants.read'] as const)
    expect(grantableTo('tenant')).not.toContain(of)
  expect(grantableTo('staff')).toEqual(expect.arrayContaining(['orders.read', 'tenants.read']))
  for (const of of ['audit.read', 'members.manage', 'mail.manage'] as const)
    expect(grantableTo('staff')).not.toContain(of)
})
