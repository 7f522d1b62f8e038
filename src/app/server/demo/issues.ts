import type {
  ISSUE_STATUSES,
  ISSUE_TYPES,
  IssueAct,
  PRIORITIES,
  REPLACEMENTS,
} from '../../../features/issues/domain/rules.ts'

export type DemoIssue = {
  client: string
  by: string
  /** Of the office's days. */
  daysAgo: number
  type: (typeof ISSUE_TYPES)[number]
  priority: (typeof PRIORITIES)[number]
  status: (typeof ISSUE_STATUSES)[number]
  title: string
  text: string
  escalated?: true
  replacement?: (typeof REPLACEMENTS)[number]
  assigned?: string
  /** Among the staff. */
  note?: string
  /** Oldest first; without a kind it is a comment. */
  thread: { by: string; daysAgo: number; kind?: IssueAct; text?: string }[]
}

const BUYER = 'buyer@boreal.example'
const QUALITY = 'quality@boreal.example'
const HARBOUR = 'buyer@harbour.example'
const SERVICE = 'service@portal.example'
const QA = 'qa@portal.example'

/** A dozen, in every state. */
export const DEMO_ISSUES: readonly DemoIssue[] = [
  {
    ...{
      client: 'boreal',
      by: BUYER,
      daysAgo: 92,
      type: 'missing_items',
      priority: 'medium',
      status: 'closed',
    },
    title: 'Two cases short on the last delivery',
    text: 'The packing slip says 48 cases, the dock counted 46. The seal of the pallet was whole.',
    thread: [
      { by: SERVICE, daysAgo: 91.9, kind: 'start', text: 'We are asking the warehouse.' },
      {
        by: SERVICE,
        daysAgo: 90,
        kind: 'resolve',
        text: 'Two cases stayed on our dock. They leave tomorrow.',
      },
      { by: BUYER, daysAgo: 88, kind: 'close' },
    ],
  },
  {
    ...{
      client: 'boreal',
      by: QUALITY,
      daysAgo: 61,
      type: 'quality_concern',
      priority: 'high',
      status: 'closed',
    },
    title: 'Capsules darker than the retained sample',
    text: 'Colour differs visibly from the sample of the lot before. Photos follow on request.',
    ...{ assigned: QA, replacement: 'declined' },
    thread: [
      { by: QA, daysAgo: 60.8, kind: 'start' },
      { by: QUALITY, daysAgo: 59, kind: 'request_replacement' },
      {
        by: QA,
        daysAgo: 57,
        kind: 'decline_replacement',
        text: 'Within specification: natural variation of the extract.',
      },
      { by: QA, daysAgo: 56, kind: 'resolve' },
      { by: QUALITY, daysAgo: 50, kind: 'close', text: 'Accepted, thank you for the data.' },
    ],
  },
  {
    ...{
      client: 'boreal',
      by: BUYER,
      daysAgo: 24,
      type: 'damaged_product',
      priority: 'high',
      status: 'resolved',
    },
    title: 'Crushed cartons on the lower layer',
    text: 'Eleven cartons of the lower layer are crushed, bottles inside are dented.',
    ...{ assigned: SERVICE, replacement: 'accepted' },
    note: 'Carrier claim is filed; their driver signed for the damage.',
    thread: [
      { by: SERVICE, daysAgo: 23.8, kind: 'start' },
      { by: BUYER, daysAgo: 22, kind: 'request_replacement' },
      { by: SERVICE, daysAgo: 21, kind: 'accept_replacement', text: 'Eleven cartons are being packed.' },
      { by: SERVICE, daysAgo: 8, kind: 'resolve', text: 'The replacement was delivered.' },
    ],
  },
  {
    ...{
      client: 'boreal',
      by: BUYER,
      daysAgo: 17,
      type: 'wrong_product',
      priority: 'medium',
      status: 'resolved',
    },
    title: 'Labels in English only',
    text: 'The bilingual labels that we ordered are missing on this lot.',
    thread: [
      { by: SERVICE, daysAgo: 16.5, kind: 'start', text: 'Labels are being printed.' },
      { by: SERVICE, daysAgo: 11, kind: 'resolve' },
    ],
  },
  {
    ...{
      client: 'boreal',
      by: QUALITY,
      daysAgo: 6,
      type: 'quality_concern',
      priority: 'high',
      status: 'in_progress',
    },
    title: 'Certificate lists another mesh size',
    text: 'The certificate says 80 mesh, our specification is 60 mesh.',
    ...{ assigned: QA, escalated: true as const },
    note: 'Laboratory is re-testing the retained sample; ask them again on Monday.',
    thread: [
      { by: QA, daysAgo: 5.8, kind: 'start' },
      { by: QUALITY, daysAgo: 3, kind: 'escalate', text: 'Production waits for it.' },
      { by: QA, daysAgo: 2, text: 'The laboratory re-tests. We write as soon as we know.' },
    ],
  },
  {
    ...{
      client: 'boreal',
      by: BUYER,
      daysAgo: 4,
      type: 'missing_items',
      priority: 'medium',
      status: 'in_progress',
    },
    title: 'Pallet 3 of 5 has not arrived',
    text: 'Four pallets came on Tuesday. The fifth is shown as delivered.',
    assigned: SERVICE,
    thread: [
      {
        by: SERVICE,
        daysAgo: 3.9,
        kind: 'start',
        text: 'We are asking the carrier for the proof of delivery.',
      },
      { by: BUYER, daysAgo: 1, text: 'Any news? The line stands on Thursday.' },
    ],
  },
  {
    ...{
      client: 'boreal',
      by: BUYER,
      daysAgo: 2,
      type: 'damaged_product',
      priority: 'medium',
      status: 'in_progress',
    },
    title: 'Desiccant missing in some bottles',
    text: 'About one bottle in twenty is without its desiccant.',
    ...{ replacement: 'requested' },
    thread: [
      { by: SERVICE, daysAgo: 1.9, kind: 'start' },
      { by: BUYER, daysAgo: 1, kind: 'request_replacement', text: 'We cannot sell these.' },
    ],
  },
  {
    ...{ client: 'boreal', by: BUYER, daysAgo: 1, type: 'technical_issue', priority: 'low', status: 'open' },
    title: 'EDI invoice without our PO number',
    text: 'The PO number is on the paper, but not in the file.',
    thread: [],
  },
  {
    ...{
      client: 'boreal',
      by: QUALITY,
      daysAgo: 0.2,
      type: 'quality_concern',
      priority: 'high',
      status: 'open',
    },
    title: 'Smell of solvent when opening the drum',
    text: 'Two of six drums. We have set them aside and use the others.',
    thread: [],
  },
  {
    ...{
      client: 'harbour',
      by: HARBOUR,
      daysAgo: 33,
      type: 'wrong_product',
      priority: 'medium',
      status: 'closed',
    },
    title: 'Softgels instead of capsules',
    text: 'The outer cartons are right, the bottles inside hold softgels.',
    thread: [
      { by: SERVICE, daysAgo: 32.7, kind: 'start' },
      { by: SERVICE, daysAgo: 27, kind: 'resolve' },
      { by: HARBOUR, daysAgo: 26, kind: 'close' },
    ],
  },
  {
    ...{
      client: 'harbour',
      by: HARBOUR,
      daysAgo: 3,
      type: 'damaged_product',
      priority: 'high',
      status: 'in_progress',
    },
    title: 'Broken seals on forty jars',
    text: 'The induction seals are lifted at the edge.',
    assigned: SERVICE,
    thread: [
      { by: SERVICE, daysAgo: 2.9, kind: 'start', text: 'Please keep them apart; quality will call you.' },
    ],
  },
  {
    ...{ client: 'harbour', by: HARBOUR, daysAgo: 0.1, type: 'other', priority: 'low', status: 'open' },
    title: 'Pallets taller than our racks',
    text: 'Could pallets be kept below 180 cm?',
    thread: [],
  },
]
