import type { Account, Client } from './client.ts'
import type { MoneyStyle } from './money-text.ts'
import type { Random } from './random.ts'

const REFS = {
  en: [
    'Rush',
    'Spring launch',
    'Restock',
    'Pilot lot',
    'Partial delivery accepted',
    'Client supplies labels',
    'Trade show',
  ],
  'fr-CA': [
    'Urgent',
    'Lancement printemps',
    'Réassort',
    'Lot pilote',
    'Livraison partielle acceptée',
    'Étiquettes du client',
    'Salon',
  ],
}

/** What whoever enters an order writes beside its numbers. */
export const drawWords = (random: Random, client: Client, account: Account) => ({
  clientName: random.chance(0.15) ? random.pick([account.name, ...(account.variants ?? [])]) : account.name,
  ref: random.chance(0.4) ? random.pick(REFS[client.language]) : '',
})

export function styleOf(random: Random, client: Client, account: Account): MoneyStyle {
  if ((account.currency ?? client.currency) === 'USD')
    return random.pick(['us dollars', 'us dollars', 'english'])
  return random.pick([client.language === 'en' ? 'english' : 'french', 'english', 'french', 'plain'])
}
