/** For the console; `issues.read` is the caller's to check. */
export { issuesOfClient } from './issues-of-client.ts'
/** For purchase orders, one of which may be the replacement of an issue. */
export { noteReplacementOrder, refuseUnlessReplaced } from './replacement-order.ts'
