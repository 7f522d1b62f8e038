/** For the screens of administrators, who invite people too. */
export { readAddresses } from './read-addresses.ts'
export { useRoleNames } from './use-role-names.ts'
export { useRoleSummary } from './use-role-summary.ts'
