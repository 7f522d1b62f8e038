/** For the screens of administrators, who see other people's sessions. */
export { type SessionRow, toSession } from './own-sessions.ts'
