import type { ORDER_GROUPS } from '../contract.ts'

export type OrderGroup = (typeof ORDER_GROUPS)[number]
export type BadgeTone = 'good' | 'warn' | 'bad' | 'info' | 'mute'
export type StageColour = 'green' | 'yellow' | 'red' | 'blue' | 'none' | 'other'

const fold = (text: string | null) => (text ?? '').trim().toLowerCase()

const PROCESSING = ['blend', 'cts', 'in progress']
const ISSUES = ['cancelled', 'not started']

/** Of the session and the dashboard (source, section 4); everything else is active there. */
export const SESSION_STATUSES = { processing: PROCESSING, notStarted: ['not started'], issues: ISSUES }

/**
 * The statuses of each group on the orders page (source, section 4), compared without letter case. `active` is everything
 * that is not finished or cancelled, so groups overlap; null stands for "every status but these".
 */
export const GROUP_STATUSES: Record<OrderGroup, { in: string[] } | { notIn: string[] }> = {
  active: { notIn: ['packaging', 'completed', 'cancelled'] },
  processing: { in: PROCESSING },
  shipped: { in: ['packaging'] },
  delivered: { in: ['completed'] },
  issues: { in: ISSUES },
}

export function inGroup(status: string | null, group: OrderGroup): boolean {
  const rule = GROUP_STATUSES[group]
  return 'in' in rule ? rule.in.includes(fold(status)) : !rule.notIn.includes(fold(status))
}

/** Badge of the orders table (source, section 4). */
export function statusTone(status: string | null): BadgeTone {
  const s = fold(status)
  if (s === 'packaging' || s === 'completed') return 'good'
  if (s === 'blend' || s === 'cts') return 'warn'
  if (['finance hold', 'pending', 'cancelled', 'failed'].includes(s)) return 'bad'
  return 'mute'
}

const STAGE_WORDS: [StageColour, string[]][] = [
  ['green', ['green', 'completed', 'done']],
  ['yellow', ['yellow', 'pending', 'progress']],
  ['red', ['red', 'error', 'failed']],
  ['blue', ['blue', 'info']],
]

/** Colour of a stage indicator by its text; empty or a dash is `none` (source, section 4). */
export function stageColour(text: string | null): StageColour {
  const s = fold(text)
  if (s === '' || /^[-–—]+$/.test(s)) return 'none'
  return STAGE_WORDS.find(([, words]) => words.some((word) => s.includes(word)))?.[0] ?? 'other'
}

/** PBL, PCTS and PBB hold a check mark when the stage is done, otherwise text. */
export const isDone = (text: string | null): boolean => /^[✓✔☑]$/u.test((text ?? '').trim())

/**
 * Whether Montant Total was read as a figure. Only it may be empty or a text ("TBD"): kept as received, counted as 0 (C3).
 */
export function isAmountRead({
  amount,
  montantTotal,
}: {
  amount: string
  montantTotal: string | null
}): boolean {
  if (/[1-9]/.test(amount)) return true
  const text = montantTotal ?? ''
  return /\d/.test(text) && !/[1-9]/.test(text)
}
