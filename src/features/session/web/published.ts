/** For screens that lead into one client's own. */
export { switchTenant } from './switch-tenant.ts'
