import { implement } from '@orpc/server'
import { inTenant, type RequestContext } from '../../../platform/server/endpoint/in-tenant.ts'
import { issuesContract } from '../contract.ts'
import { getIssue } from './get-issue.ts'
import { listIssues, readCards } from './list-issues.ts'
import { actOnIssue, assignIssue, commentOnIssue, noteOnIssue, reportIssue } from './write-issues.ts'

const os = implement(issuesContract).$context<RequestContext>().use(inTenant)

export const issuesRoutes = os.router({
  cards: os.cards.handler(({ context: { tx, actor } }) => readCards(tx, actor)),
  list: os.list.handler(({ context: { tx, actor }, input }) => listIssues(tx, actor, input)),
  get: os.get.handler(({ context: { tx, actor }, input }) => getIssue(tx, actor, input)),
  report: os.report.handler(({ context: { tx, actor, record }, input }) =>
    reportIssue(tx, actor, input, record),
  ),
  comment: os.comment.handler(({ context: { tx, actor, record }, input }) =>
    commentOnIssue(tx, actor, input, record),
  ),
  act: os.act.handler(({ context: { tx, actor, ifMatch, record }, input }) =>
    actOnIssue(tx, actor, input, { ifMatch, record }),
  ),
  note: os.note.handler(({ context: { tx, record }, input }) => noteOnIssue(tx, input, record)),
  assign: os.assign.handler(({ context: { tx, ifMatch, record }, input }) =>
    assignIssue(tx, input, { ifMatch, record }),
  ),
})
