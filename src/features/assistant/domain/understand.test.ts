import { describe, expect, it } from 'vitest'
import { typos, understand } from './understand.ts'

const TODAY = '2026-11-27'

describe('understand', () => {
  it.each([
    ['Where is order 10479?', ['order', 'status'], ['10479'], 'en'],
    ['wheres ordr 10479', ['order'], ['10479'], 'en'],
    ['Où en est ma comande 10479 ?', ['order', 'status'], ['10479'], 'fr-CA'],
    ['Combien de factures sont en retard ?', ['invoice', 'overdue', 'many'], [], 'fr-CA'],
    ['How much did we sell in March 2024', ['sales', 'much'], [], 'en'],
    ['combien avons-nous vendu en 2022', ['sales'], [], 'fr-CA'],
    ['COA for lot 25H-0417 please', ['certificate', 'lot'], ['25h-0417'], 'en'],
    ['Wie viele Bestellungen sind aktiv?', ['order', 'many', 'active'], [], 'de'],
    ['¿Cuánto debemos?', ['balance', 'much'], [], 'es'],
    ['What is the lead in lot 25H-0417?', ['metal', 'lot'], ['25h-0417'], 'en'],
    ['Combien de plomb dans le lot 25H-0417 ?', ['metal', 'lot'], ['25h-0417'], 'fr-CA'],
    ['What is the lead time of FG-1010-30?', ['lead'], ['fg-1010-30'], 'en'],
    ['Welche Bestellungen sind verspätet?', ['order', 'overdue'], [], 'de'],
    ['¿Qué pedidos fueron enviados este mes?', ['order'], [], 'es'],
    ['Was wurde diesen Monat versandt?', ['shipment'], [], 'de'],
    ['PO-ALPHA', [], ['po-alpha'], null],
    ['What is our profit margin?', ['beyond'], [], 'en'],
  ] as const)('%s', (text, concepts, codes, language) => {
    const q = understand(text, TODAY)
    expect([...q.concepts]).toEqual(expect.arrayContaining([...concepts]))
    expect(q.codes).toEqual(codes)
    expect(q.language).toBe(language)
  })

  it.each([
    ['any news of order 46881 plase', ['order', 'status']],
    ['Wo ist meine Bestellung 46881, btite', ['order', 'status']],
  ])('reads a slip in a word that asks for nothing as that word: %s', (text, concepts) => {
    expect([...understand(text, TODAY).concepts].toSorted()).toEqual(concepts)
    expect(understand(text, TODAY).rest).toBe('')
  })

  it('takes no metal for a time', () => {
    expect(understand('What is the lead time of FG-1010-30?', TODAY).has('metal')).toBe(false)
    expect(understand('What is the lead in FG-1010-30?', TODAY).has('lead')).toBe(false)
  })

  it('takes apart periods, statuses and names', () => {
    expect(understand('ventes de mars 2023', TODAY)).toMatchObject({ periods: [{ year: 2023, month: 3 }] })
    expect(understand('Q2 2024 sales', TODAY)).toMatchObject({ periods: [{ year: 2024, quarter: 2 }] })
    expect(understand('how many orders are in packaging', TODAY)).toMatchObject({ status: 'packaging' })
    expect(understand('may I see my orders', TODAY).periods).toEqual([])
    expect(understand('price of “Immune Support”', TODAY).rest).toBe('Immune Support')
    expect(understand('price of Immune', TODAY).rest).toBe('immune')
    expect(understand('and when will it be ready?', TODAY).refersBack).toBe(true)
  })

  it.each([
    ['order', 'order', 0],
    ['oredr', 'order', 1],
    ['invioce', 'invoice', 1],
    ['facure', 'facture', 1],
    ['house', 'order', 3],
  ])('counts slips: %s for %s', (one, other, count) => {
    expect(typos(one, other, 2)).toBe(count)
  })
})
