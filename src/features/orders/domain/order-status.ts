import { fold } from '../../../platform/contract/fold.ts'
import type { ORDER_GROUPS } from '../contract.ts'
import { ORDER_STATUSES, type OrderStatus } from './statuses.ts'

export type OrderGroup = (typeof ORDER_GROUPS)[number]
export type BadgeTone = 'good' | 'warn' | 'bad' | 'info' | 'mute'
export type StageColour = 'green' | 'yellow' | 'red' | 'blue' | 'none' | 'other'

const PROCESSING: OrderStatus[] = ['blend', 'cts', 'in progress']
const ISSUES: OrderStatus[] = ['cancelled', 'not started']
const FINISHED: OrderStatus[] = ['packaging', 'completed', 'cancelled']

/**
 * The statuses of each group on the orders page (source, section 4). Groups overlap: `active` is everything that is not finished
 * or cancelled. What means none of the source's statuses is in `other` alone.
 */
export const GROUP_STATUSES: Record<Exclude<OrderGroup, 'other'>, OrderStatus[]> = {
  active: ORDER_STATUSES.filter((status) => !FINISHED.includes(status)),
  processing: PROCESSING,
  shipped: ['packaging'],
  delivered: ['completed'],
  issues: ISSUES,
}

/** Of the session and the dashboard (source, section 4). */
export const SESSION_STATUSES = {
  processing: PROCESSING,
  notStarted: ['not started'],
  issues: ISSUES,
} as const

/** Null: it means none of the source's statuses. */
export function inGroup(status: OrderStatus | null, group: OrderGroup): boolean {
  if (group === 'other' || status === null) return group === 'other' && status === null
  return GROUP_STATUSES[group].includes(status)
}

/** Badge of the orders table (source, section 4); of a status that means none of the source's, "failed" alone has a colour. */
export function statusTone(status: OrderStatus | null, text: string | null): BadgeTone {
  if (status === 'packaging' || status === 'completed') return 'good'
  if (status === 'blend' || status === 'cts') return 'warn'
  if (status === 'finance hold' || status === 'pending' || status === 'cancelled') return 'bad'
  return status === null && fold(text ?? '').trim() === 'failed' ? 'bad' : 'mute'
}

/** The words that stages are told by, in English, French, German and Spanish. */
const STAGE_WORDS: [StageColour, string[]][] = [
  [
    'green',
    [
      ...['green', 'completed', 'complete', 'done', 'finished'],
      ...[
        'vert',
        'verte',
        'terminé',
        'terminée',
        'complété',
        'complétée',
        'achevé',
        'achevée',
        'fini',
        'finie',
        'fait',
      ],
      ...['grün', 'abgeschlossen', 'fertig', 'fertiggestellt', 'erledigt'],
      ...[
        'verde',
        'completado',
        'completada',
        'terminado',
        'terminada',
        'finalizado',
        'finalizada',
        'hecho',
        'hecha',
        'listo',
        'lista',
      ],
    ],
  ],
  [
    'yellow',
    [
      ...['yellow', 'pending', 'progress', 'in progress'],
      ...['jaune', 'en attente', 'en cours'],
      ...['gelb', 'ausstehend', 'in arbeit', 'in bearbeitung'],
      ...['amarillo', 'pendiente', 'en curso', 'en proceso', 'en progreso'],
    ],
  ],
  [
    'red',
    [
      ...['red', 'error', 'failed'],
      ...['rouge', 'erreur', 'échec', 'échoué', 'échouée'],
      ...['rot', 'fehler', 'fehlgeschlagen'],
      ...['rojo', 'fallido', 'fallida', 'fallado'],
    ],
  ],
  ['blue', ['blue', 'info', 'bleu', 'blau', 'azul']],
]
const COLOURS = new Map(STAGE_WORDS.flatMap(([colour, words]) => words.map((word) => [fold(word), colour])))

/** What may stand beside the word: dates, times, numbers and per cents with the marks between them. */
const BESIDE = /^[\s\d.,:;/%()\-–—]*$/

/**
 * Colour of a stage indicator by its text: a known word that stands alone or with a date or a number (J3). Empty or a dash is
 * `none`, any other text `other`: "not completed" is neither done nor anything else that is known.
 */
export function stageColour(text: string | null): StageColour {
  const s = fold(text ?? '').trim()
  if (s === '' || /^[-–—]+$/.test(s)) return 'none'
  const [, before = '', word = '', after = ''] = /^([^\p{L}]*)(.*?)(?:\(e\))?([^\p{L}]*)$/u.exec(s) ?? []
  return (BESIDE.test(before) && BESIDE.test(after) && COLOURS.get(word)) || 'other'
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
