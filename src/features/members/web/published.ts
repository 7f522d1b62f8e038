/** For the screens of administrators, who invite people too. */
export { useAddresses } from './addresses-field.tsx'
export { useInvitationColumns } from './use-invitation-columns.tsx'
export { useRoleNames } from './use-role-names.ts'
export { useRoleSummary } from './use-role-summary.ts'
