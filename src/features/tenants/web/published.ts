/** For the screens of administrators that choose among companies. */
export { CompanyChip } from './company-chip.tsx'
export { TenantsField } from './tenants-field.tsx'
export { tenantsQuery } from './tenants-query.ts'
