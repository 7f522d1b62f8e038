/** For the console; `issues.read` is the caller's to check. */
export { issuesOfClient } from './issues-of-client.ts'
