import { describe, expect, it } from 'vitest'
import { aliasKey } from './column.ts'
import { KINDS, type Kind } from './kinds.ts'

/** Which column of the kind people mean by a heading. */
const meant = (kind: Kind, heading: string) => {
  const at = KINDS[kind].byAlias.get(aliasKey(heading))
  return at === undefined ? undefined : KINDS[kind].columns[at]?.name
}

describe('headings in four languages', () => {
  it.each<[Kind, string, string | undefined]>([
    ['orders', 'N° commande', 'Ord No'],
    ['orders', 'N° BC', 'PO No'],
    ['orders', 'Statut', 'Ord Stat'],
    ['orders', 'Nom du client', 'Client Name'],
    ['orders', 'Auftragsnummer', 'Ord No'],
    ['orders', 'N.º de pedido', 'Ord No'],
    ['sales-history', 'INVOICE #', 'Invoice No'],
    ['sales-history', 'Qté vendue', 'Qty Sold'],
    ['sales-history', 'Einzelpreis', 'Unit Price'],
    ['sales-history', 'fecha_de_factura', 'Invoice Date'],
    ['current-sales', 'Código de artículo', 'Code'],
    ['lots', 'Verfallsdatum', 'Expiry'],
    ['lot-results', 'Résultat', 'Result'],
    // Words that mean a number to one and a name to another are asked, not guessed.
    ['sales-history', 'Item', undefined],
    ['sales-history', 'Article', undefined],
  ])('%s: %s is %s', (kind, heading, column) => expect(meant(kind, heading)).toBe(column))

  it.each(Object.keys(KINDS) as Kind[])('%s: no heading means two columns', (kind) => {
    const { columns, names } = KINDS[kind]
    const meanings = new Map<string, Set<string>>()
    for (const { name } of columns)
      for (const alias of [name, ...(names[name] ?? [])]) {
        const key = aliasKey(alias)
        meanings.set(key, (meanings.get(key) ?? new Set()).add(name))
      }
    const doubtful = [...meanings].filter(([, meant]) => meant.size > 1)
    expect(doubtful).toEqual([])
  })
})
