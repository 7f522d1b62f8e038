/** For the screens on which people look after themselves. */

/** For pages that are for everybody. */
export { knowSession } from './look-up-session.ts'
/** For pages outside the layout. */
export { OutsideFrame } from './outside-frame.tsx'
export { OutsidePage } from './outside-page.tsx'
export { followOwnChoices, showChosenLanguage } from './own-choices.ts'
export { RoleName } from './role-name.tsx'
/** Where one person is signed in. */
export { SessionsTable } from './sessions-table.tsx'
/** For screens that lead into one client's own. */
export { switchTenant } from './switch-tenant.ts'
export { useDeviceName } from './use-device-name.ts'
export { useRememberPreferences } from './use-remember-preferences.ts'
export { ViewAsButton } from './view-as-button.tsx'
