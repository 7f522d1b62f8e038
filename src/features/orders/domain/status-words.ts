import { fold } from '../../../platform/contract/fold.ts'
import { ORDER_STATUSES, type OrderStatus } from './statuses.ts'

/**
 * What they are called in English, French, German and Spanish, compared without letter case, accents and surrounding blanks.
 * A word that the trade uses for several things ("Confirmed", "Open", "Shipped") stands nowhere: an administrator says what it
 * means. After a change: `npx tsx tools/status-words.ts`.
 */
export const STATUS_WORDS: Record<OrderStatus, readonly string[]> = {
  'not started': [
    ...['Not Started', 'Not begun'],
    ...['Pas commencé', 'Pas commencée', 'Non commencé', 'Non commencée', 'Non commencé(e)', 'À commencer'],
    ...['Non démarré', 'Non démarrée', 'Pas démarré', 'Pas démarrée', 'Non débuté', 'Non débutée'],
    ...['Nicht begonnen', 'Nicht gestartet', 'Noch nicht begonnen'],
    ...[
      'Sin iniciar',
      'Sin empezar',
      'Sin comenzar',
      'No iniciado',
      'No iniciada',
      'No comenzado',
      'No comenzada',
    ],
  ],
  'in progress': [
    ...['In Progress', 'In-Progress', 'Work in progress', 'WIP'],
    ...['En cours', 'En cours de production', 'En cours de fabrication'],
    ...['In Arbeit', 'In Bearbeitung'],
    ...['En curso', 'En proceso', 'En progreso'],
  ],
  blend: [
    ...['Blend', 'Blending'],
    ...['Mélange', 'En mélange'],
    ...['Mischung', 'Mischen', 'In Mischung'],
    ...['Mezcla', 'Mezclado', 'En mezcla'],
  ],
  cts: ['CTS'],
  packaging: [
    ...['Packaging', 'In packaging'],
    ...['Emballage', 'Conditionnement', 'En emballage', 'En conditionnement'],
    ...['Verpackung', 'In Verpackung', 'Abpackung'],
    ...['Envasado', 'Empaque', 'Empacado', 'Embalaje', 'En envasado', 'En empaque'],
  ],
  completed: [
    ...['Completed', 'Complete', 'Finished', 'Delivered'],
    ...['Terminé', 'Terminée', 'Terminé(e)', 'Complété', 'Complétée', 'Complété(e)', 'Achevé', 'Achevée'],
    ...['Livré', 'Livrée', 'Livré(e)'],
    ...['Abgeschlossen', 'Fertig', 'Fertiggestellt', 'Erledigt', 'Geliefert', 'Ausgeliefert'],
    ...[
      'Completado',
      'Completada',
      'Terminado',
      'Terminada',
      'Finalizado',
      'Finalizada',
      'Entregado',
      'Entregada',
    ],
  ],
  cancelled: [
    ...['Cancelled', 'Canceled'],
    ...['Annulé', 'Annulée', 'Annulé(e)'],
    ...['Storniert', 'Annulliert'],
    ...['Cancelado', 'Cancelada', 'Anulado', 'Anulada'],
  ],
  'finance hold': [
    ...['Finance Hold', 'Financial hold', 'Credit hold'],
    ...[
      'Retenu par les finances',
      'Retenue par les finances',
      'Blocage financier',
      'Retenue financière',
      'Blocage crédit',
    ],
    ...['Finanzsperre', 'Kreditsperre'],
    ...['Retenido por finanzas', 'Retenida por finanzas', 'Retención financiera', 'Retención de crédito'],
  ],
  pending: [...['Pending'], ...['En attente'], ...['Ausstehend'], ...['Pendiente']],
}

const MEANINGS = new Map(
  ORDER_STATUSES.flatMap((status) => STATUS_WORDS[status].map((word) => [fold(word), status] as const)),
)

/** Which status a text is by its words alone, whatever an administrator said of it; undefined: none that is known. */
export const knownStatus = (text: string | null): OrderStatus | undefined =>
  MEANINGS.get(fold((text ?? '').trim()))
