export const ISSUE_TYPES = [
  'damaged_product',
  'missing_items',
  'wrong_product',
  'technical_issue',
  'quality_concern',
  'billing',
  'other',
] as const
export const PRIORITIES = ['high', 'medium', 'low'] as const
export const ISSUE_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]
export const REPLACEMENTS = ['requested', 'accepted', 'declined'] as const
export type Replacement = (typeof REPLACEMENTS)[number]

export const ISSUE_ACTS = [
  'start',
  'resolve',
  'close',
  'reopen',
  'escalate',
  'request_replacement',
  'accept_replacement',
  'decline_replacement',
] as const
export type IssueAct = (typeof ISSUE_ACTS)[number]

type Rule = {
  from: readonly IssueStatus[]
  to?: IssueStatus
  /** What was said of a replacement before, and is now. */
  replacement?: { from: readonly (Replacement | null)[]; to: Replacement }
  /** Whether the client takes it too; the staff take all of them. */
  byClient: boolean
}

const ACTIVE = ['open', 'in_progress'] as const
const NOT_CLOSED = ['open', 'in_progress', 'resolved'] as const

/** Which steps there are (C6). The database holds the same table (portal.issue_rules); a test compares them. */
const RULES: Record<IssueAct, Rule> = {
  start: { from: ['open'], to: 'in_progress', byClient: false },
  resolve: { from: ['in_progress'], to: 'resolved', byClient: false },
  close: { from: NOT_CLOSED, to: 'closed', byClient: true },
  reopen: { from: ['resolved', 'closed'], to: 'open', byClient: true },
  escalate: { from: ACTIVE, byClient: true },
  request_replacement: {
    from: NOT_CLOSED,
    replacement: { from: [null, 'declined'], to: 'requested' },
    byClient: true,
  },
  accept_replacement: {
    from: NOT_CLOSED,
    replacement: { from: ['requested'], to: 'accepted' },
    byClient: false,
  },
  decline_replacement: {
    from: NOT_CLOSED,
    replacement: { from: ['requested'], to: 'declined' },
    byClient: false,
  },
}

type Standing = { status: IssueStatus; replacement: Replacement | null; escalated: boolean }

/** What can be done with an issue now, by this side. */
export const actsOn = (issue: Standing, byStaff: boolean): IssueAct[] =>
  ISSUE_ACTS.filter((act) => {
    const { from, replacement, byClient } = RULES[act]
    return (
      from.includes(issue.status) &&
      (byClient || byStaff) &&
      (!replacement || replacement.from.includes(issue.replacement)) &&
      !(act === 'escalate' && issue.escalated)
    )
  })
