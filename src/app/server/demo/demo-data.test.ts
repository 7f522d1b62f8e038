import { describe, expect, it } from 'vitest'
import { normaliseRow } from '../../../features/ingestion/domain/kinds/normalise-row.ts'
import { isDone, stageColour } from '../../../features/orders/domain/order-status.ts'
import { ITEMS } from './assortment.ts'
import { monthsUntil, weekOf, workingDay } from './calendar.ts'
import { CLIENTS } from './clients.ts'
import { billingUntil } from './invoices.ts'
import { lotResultRows, lotRow, lotsOf } from './lots.ts'
import { amountOf, moneyText, priceText, quantityText } from './money-text.ts'
import { lineVersions, orderVersions } from './order-history.ts'
import { ordersUntil } from './orders.ts'
import { overfullLotResults, overfullLots, overfullOrders, overfullSales } from './overfull.ts'
import { type Sale, salesUntil } from './sales.ts'
import { shipmentEventRows, shipmentLineRows, shipmentRow, shipmentsUntil } from './shipments.ts'
import { orderLineRows, orderRow, salesRow } from './upstream-rows.ts'

const AS_OF = '2025-08-31'
const sales = [...salesUntil(AS_OF)]
const orders = ordersUntil(AS_OF)
/** Enough lines for what does not need all of them. */
const FEW = 4000
const SETTINGS = { decimal: 'auto', dateOrder: 'dmy' } as const

describe('sales', () => {
  it('are the same for the same day', () => {
    const rows = (asOf: string) => [...salesUntil(asOf, FEW)].map(salesRow)
    expect(rows(AS_OF)).toEqual(rows(AS_OF))
    expect(rows('2025-07-31')).not.toEqual(rows(AS_OF))
  })

  it('number at least 60,000 from January 2019 to the last full month, each with an Id of its own', () => {
    expect(sales.length).toBeGreaterThan(60_000)
    expect(new Set(sales.map(({ id }) => id)).size).toBe(sales.length)
    expect(sales[0]?.month).toEqual({ year: 2019, month: 1 })
    expect(sales.at(-1)?.month).toEqual({ year: 2025, month: 8 })
    expect(new Set(sales.map(({ month }) => month.year * 12 + month.month)).size).toBe(80)
  })

  it('reach as far for another day, and not into a month that is not over', () => {
    const until = (asOf: string) => monthsUntil(asOf).at(-1)
    expect(until('2026-11-21')).toEqual({ year: 2026, month: 10 })
    expect(until('2025-08-30')).toEqual({ year: 2025, month: 7 })
    expect(until('2024-02-29')).toEqual({ year: 2024, month: 2 })
    expect(monthsUntil('2019-01-30')).toEqual([])
    expect([...salesUntil('2019-01-30')]).toEqual([])
    const years = new Set([...salesUntil('2026-11-21', FEW)].map(({ month }) => month.year))
    expect(years.size).toBe(8)
  })

  it('hold returns, credit notes, nameless customers and products, and lines of nobody', () => {
    expect(sales.some((sale) => sale.quantity < 0 && !sale.invoice.isCredit)).toBe(true)
    expect(sales.filter(({ invoice }) => invoice.isCredit).length).toBeGreaterThan(200)
    expect(sales.every(({ invoice, cents }) => !invoice.isCredit || cents <= 0)).toBe(true)
    expect(sales.some(({ invoice }) => invoice.customerName === '')).toBe(true)
    expect(sales.some(({ item }) => item.name === '')).toBe(true)
    expect(sales.some(({ item, quantity }) => item.unit === 'KG' && quantity % 1000 === 500)).toBe(true)
    const claimed = new Set<unknown>(CLIENTS)
    expect(sales.filter(({ invoice }) => !claimed.has(invoice.client)).length).toBeGreaterThan(1000)
  })

  it('have invoices of one to seven lines, each item once', () => {
    const invoices = new Map<string, string[]>()
    for (const { invoiceNo, itemNo } of sales)
      invoices.set(invoiceNo, [...(invoices.get(invoiceNo) ?? []), itemNo])
    const lengths = new Set([...invoices.values()].map((items) => items.length))
    expect([...lengths].sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect([...invoices.values()].every((items) => new Set(items).size === items.length)).toBe(true)
  })

  it('have numbers of one client each, the newest those of orders and invoices that are here, line by line', () => {
    const owners = new Map(
      sales.flatMap((sale) => [sale.invoiceNo, sale.so].map((no) => [no, sale.invoice.client])),
    )
    const strange = sales.filter(
      ({ invoiceNo, so, invoice }) =>
        owners.get(invoiceNo) !== invoice.client || owners.get(so) !== invoice.client,
    )
    expect(strange).toEqual([])
    const byNumber = new Map(orders.map((order) => [String(order.ordNo), order]))
    const billing = billingUntil(orders, AS_OF)
    const dates = new Map(billing.invoices.map((row) => [row['Invoice No'], row['Invoice Date']]))
    const billed = new Set(
      billing.lines.map((row) => [row['Invoice No'], row['Item No'], row.Quantity, row.Amount].join()),
    )
    const newest = sales.filter(({ month }) => month.year === 2025 && month.month >= 7)
    for (const client of CLIENTS) {
      const lines = newest.filter(({ invoice }) => invoice.client === client)
      const ofOrders = lines.filter(({ so }) => byNumber.has(so))
      expect(ofOrders.length).toBeGreaterThan(lines.length * 0.95)
      // What is set off and what is charged besides is of the invoice alone.
      const goods = ofOrders.filter(({ quantity, item }) => quantity > 0 && item.name !== '')
      const isOrdered = ({ so, item, quantity, price, invoice }: Sale) => {
        const { account, lines = [] } = byNumber.get(so) ?? {}
        const line = lines.find((line) => line.item === item)
        return account === invoice.account && line?.shipped === quantity && line.price === price
      }
      expect(goods.filter((sale) => !isOrdered(sale))).toEqual([])
      if (client.key === 'prairie') continue // It has no invoices here: its receivables are the estimate.
      const ofInvoices = lines.filter(({ invoiceNo }) => dates.has(invoiceNo))
      expect(ofInvoices.length).toBeGreaterThan(lines.length * 0.95)
      const isBilled = ({ invoiceNo, itemNo, quantity, cents, invoice }: Sale) =>
        dates.get(invoiceNo) === invoice.date &&
        billed.has([invoiceNo, itemNo, quantityText(quantity), moneyText(cents, 'plain')].join())
      expect(ofInvoices.filter((sale) => !isBilled(sale))).toEqual([])
      // And nothing else stands on them.
      const theirs = new Set<unknown>(ofInvoices.map(({ invoiceNo }) => invoiceNo))
      expect(billing.lines.filter((row) => theirs.has(row['Invoice No'])).length).toBe(ofInvoices.length)
    }
    expect(sales.filter(({ month, so }) => month.year < 2025 && byNumber.has(so))).toEqual([])
  })

  it('show growth, decline, a beginning in the year before and an end', () => {
    const sold = (no: string, year: number) =>
      sales
        .filter(({ item, month }) => item.no === no && month.year === year && month.month <= 8)
        .reduce((sum, { quantity }) => sum + quantity, 0)
    expect(sold('FG-1010-60', 2024)).toBeGreaterThan(sold('FG-1010-60', 2019) * 1.3)
    expect(sold('FG-1130-90', 2024)).toBeLessThan(sold('FG-1130-90', 2019) * 0.8)
    expect([sold('FG-1920-30', 2024), sold('FG-1920-30', 2025) > 0]).toEqual([0, true])
    expect([sold('FG-1131-60', 2024) > 0, sold('FG-1131-60', 2025)]).toEqual([true, 0])
  })

  it('are read by the ingestion without a fault or a warning, to the cent', () => {
    for (const sale of sales.filter((_, index) => index % 7 === 0)) {
      const read = normaliseRow('sales-history', salesRow(sale), SETTINGS)
      if (!read.ok || read.row.op !== 'upsert') throw new Error(JSON.stringify(read))
      const { amountCents, qtyThousandths } = read.row
      if (amountCents !== sale.cents || qtyThousandths !== sale.quantity || read.warnings.length > 0)
        throw new Error(`${JSON.stringify(salesRow(sale))} was read as ${JSON.stringify(read)}`)
    }
  })
})

describe('orders', () => {
  it('are the same for the same day, and at least 600 in every status', () => {
    expect(ordersUntil(AS_OF).map(orderRow)).toEqual(orders.map(orderRow))
    expect(orders.length).toBeGreaterThanOrEqual(600)
    expect(new Set(orders.map(({ status }) => status))).toEqual(
      new Set(
        'not started,in progress,blend,cts,packaging,completed,cancelled,finance hold,pending'.split(','),
      ),
    )
    const letters = new Set(orders.map(({ ordStat }) => ordStat))
    for (const written of ['Completed', 'COMPLETED', 'completed', 'Not started', 'NOT STARTED'])
      expect(letters).toContain(written)
  })

  it('are numbered by date; none is placed after the day; some are late', () => {
    expect(orders.every(({ orderDate }) => orderDate <= AS_OF && workingDay(orderDate) === orderDate)).toBe(
      true,
    )
    const numbers = orders.map(({ ordNo }) => ordNo)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    const underWay = orders.filter(({ status }) => status !== 'completed' && status !== 'cancelled')
    const late = underWay.filter(({ promisedDate }) => promisedDate !== null && promisedDate < AS_OF)
    expect(late.length).toBeGreaterThan(10)
    expect(late.length).toBeLessThan(underWay.length / 4)
  })

  it('have stages that fit their status', () => {
    for (const { status, stages, lines } of orders) {
      const colours = [stages.bl, stages.cts, stages.bb].map(stageColour)
      const done = [stages.pbl, stages.pcts, stages.pbb].map(isDone)
      expect(done).toEqual(colours.map((colour) => colour === 'green'))
      const form = lines[0]?.item.form
      const passed = ['finished', 'bulk', 'blend'].indexOf(form as string)
      if (status === 'completed')
        expect(done).toEqual([passed >= 0, passed === 0 || passed === 1, passed === 0])
      if (status === 'packaging') expect(colours).toEqual(['green', 'green', 'yellow'])
      if (status === 'cts') expect(colours).toEqual(['green', 'yellow', 'none'])
      if (status === 'blend') expect(colours).toEqual(['yellow', 'none', 'none'])
      if (status === 'pending' || status === 'not started') expect(colours).toEqual(['none', 'none', 'none'])
      if (status === 'finance hold' || status === 'cancelled') expect(colours).toContain('red')
    }
  })

  it('have one to seven lines whose sum is the total, in the words of upstream', () => {
    const words: string[] = []
    for (const order of orders) {
      expect(order.lines.length).toBeGreaterThanOrEqual(1)
      expect(order.lines.length).toBeLessThanOrEqual(7)
      const read = normaliseRow('orders', orderRow(order), SETTINGS)
      if (!read.ok || read.row.op !== 'upsert') throw new Error(JSON.stringify(read))
      expect(read.row.amountCents).toBe(order.cents)
      const sum = order.lines.reduce((total, { ordered, price }) => total + amountOf(ordered, price ?? 0), 0)
      expect(order.cents).toBe(sum)
      words.push(...read.warnings.map(() => order.montantTotal))
      for (const row of orderLineRows(order))
        expect(normaliseRow('order-lines', row, SETTINGS)).toMatchObject({ ok: true, warnings: [] })
    }
    expect(words.sort()).toEqual(['', '', 'TBD', 'TBD', 'tbd', 'À confirmer'])
  })
})

describe('shipments', () => {
  const shipments = shipmentsUntil(orders, AS_OF)

  it('take their steps one after the other, by the day, and have numbers of their own', () => {
    expect(new Set(shipments.map(({ number }) => number)).size).toBe(shipments.length)
    for (const { order, processedOn, shippedOn, deliveredOn, events } of shipments) {
      const steps = [order.orderDate, processedOn, shippedOn, deliveredOn].filter((day) => day !== null)
      expect(steps).toEqual(steps.toSorted())
      expect(steps.every((day) => day <= AS_OF)).toBe(true)
      expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
    }
    expect(shipmentsUntil(orders, AS_OF)).toEqual(shipments)
  })

  it('are such as upstream may send', () => {
    for (const shipment of shipments) {
      expect(normaliseRow('shipments', shipmentRow(shipment), SETTINGS)).toMatchObject({
        ok: true,
        warnings: [],
      })
      for (const row of shipmentEventRows(shipment))
        expect(normaliseRow('shipment-events', row, SETTINGS)).toMatchObject({ ok: true, warnings: [] })
      for (const row of shipmentLineRows(shipment))
        expect(normaliseRow('shipment-lines', row, SETTINGS)).toMatchObject({ ok: true, warnings: [] })
    }
  })
})

describe('invoices', () => {
  it('are the same for the same day, read without a fault or a warning, and stand in every way that one can', () => {
    const billing = billingUntil(orders, AS_OF)
    expect(billingUntil(orders, AS_OF)).toEqual(billing)
    const balances = new Map<string, number>()
    for (const row of billing.invoices) {
      const read = normaliseRow('invoices', row, SETTINGS)
      if (!read.ok || read.row.op !== 'upsert' || read.warnings.length > 0)
        throw new Error(JSON.stringify(read))
      balances.set(read.row.invoiceNo, read.row.totalCents)
    }
    for (const row of billing.lines)
      expect(normaliseRow('invoice-lines', row, SETTINGS)).toMatchObject({ ok: true, warnings: [] })
    const days = billing.payments.map((row) => row['Payment Date'] as string)
    expect(days.every((day) => day <= AS_OF)).toBe(true)
    for (const row of billing.payments) {
      const read = normaliseRow('payments', row, SETTINGS)
      if (!read.ok || read.row.op !== 'upsert') throw new Error(JSON.stringify(read))
      const { invoiceNo, amountCents } = read.row
      if (invoiceNo !== null) balances.set(invoiceNo, (balances.get(invoiceNo) ?? 0) - amountCents)
    }
    const open = billing.invoices.filter((row) => (balances.get(row['Invoice No'] as string) ?? 0) > 1)
    const ofState = (is: (date: string, due: string) => boolean) =>
      open.filter((row) => is(row['Invoice Date'] as string, row['Due Date'] as string)).length
    expect(open.length).toBeLessThan(billing.invoices.length / 2)
    expect(ofState((date) => date > AS_OF)).toBeGreaterThan(3)
    expect(ofState((date, due) => date <= AS_OF && due >= AS_OF)).toBeGreaterThan(3)
    expect(ofState((_, due) => due < AS_OF)).toBeGreaterThan(10)
    expect([...balances.values()].every((cents) => cents >= -1)).toBe(true)
  })
})

describe('the catalogue', () => {
  it('has about sixty items with numbers of their own, at most as long as they may be', () => {
    expect(ITEMS.length).toBeGreaterThanOrEqual(58)
    expect(new Set(ITEMS.map(({ no }) => no)).size).toBe(ITEMS.length)
    expect(ITEMS.every(({ name }) => name.length > 0 && name.length <= 80)).toBe(true)
  })
})

describe('the lots', () => {
  const lots = lotsOf(orders, AS_OF)

  it('are of one item each, made before the day, in every state, and read without a fault', () => {
    expect(new Set(lots.map(({ state }) => state))).toEqual(
      new Set(['released', 'quarantine', 'on hold', 'rejected']),
    )
    for (const { lines } of orders)
      for (const { lot, item } of lines) if (lot) expect(lots.find(({ no }) => no === lot)?.item).toBe(item)
    expect(lots.every(({ made }) => made <= AS_OF)).toBe(true)
    for (const lot of lots) {
      expect(normaliseRow('lots', lotRow(lot), SETTINGS)).toMatchObject({ ok: true, warnings: [] })
      for (const row of lotResultRows(lot, AS_OF))
        expect(normaliseRow('lot-results', row, SETTINGS)).toMatchObject({ ok: true, warnings: [] })
    }
  })
})

describe('Overfull', () => {
  it('has names of 80 characters, order numbers of 40 and amounts of 14 digits', () => {
    for (const row of overfullOrders(AS_OF)) {
      expect([row['Client Name'], row.Ref, row['Ord No']].map((text) => String(text).length)).toEqual([
        80, 80, 40,
      ])
      expect(String(row['Montant Total']).replace(/\D/g, '')).toHaveLength(14)
      expect(normaliseRow('orders', row, SETTINGS)).toMatchObject({ ok: true, warnings: [] })
    }
    for (const row of overfullLots(AS_OF)) expect(normaliseRow('lots', row, SETTINGS).ok).toBe(true)
    for (const row of overfullLotResults(AS_OF))
      expect(normaliseRow('lot-results', row, SETTINGS)).toMatchObject({ ok: true })
    for (const row of overfullSales(AS_OF)) expect(normaliseRow('sales-history', row, SETTINGS).ok).toBe(true)
  })
})

describe('numbers as upstream writes them', () => {
  it.each([
    ['plain', '-1234.05'],
    ['english', '-$1,234.05'],
    ['french', '-1\u00a0234,05\u00a0$'],
    ['us dollars', '-US$1,234.05'],
  ] as const)('money, %s', (style, text) => expect(moneyText(-123_405, style)).toBe(text))

  it('quantities, prices and weeks', () => {
    expect([12_500, -12_000, 1_250_250].map((n) => quantityText(n))).toEqual(['12.5', '-12', '1250.25'])
    expect(quantityText(1_234_500, 'french')).toBe('1\u00a0234,5')
    expect([125_000, 475, 9650].map(priceText)).toEqual(['12.50', '0.0475', '0.965'])
    expect([amountOf(12_500, 3_120_000), amountOf(1_000, 50)]).toEqual([390_000, 1])
    expect(['2025-01-01', '2024-12-30', '2026-12-31', '2027-01-03'].map(weekOf)).toEqual([1, 1, 53, 53])
  })
})

describe('the history of orders', () => {
  const versions = orders.map((order) => orderVersions(order, AS_OF))
  const day = (row: Record<string, unknown> | undefined) => String(row?.['Updated At'])

  it('ends with the order as it stands, each version later than the one before and none in the future', () => {
    for (const [index, all] of versions.entries()) {
      const order = orders[index] as (typeof orders)[number]
      const { 'Updated At': _, ...last } = all.at(-1) as Record<string, unknown>
      expect(last).toEqual(orderRow(order))
      expect(all.map(day)).toEqual(all.map(day).toSorted())
      expect(new Set(all.map(day)).size).toBe(all.length)
      expect(day(all[0]) >= order.orderDate && day(all.at(-1)).slice(0, 10) <= AS_OF).toBe(true)
    }
  })

  it('goes through the statuses, and moves promised dates once or twice', () => {
    expect(Math.max(...versions.map(({ length }) => length))).toBe(5)
    const moves = versions.map(
      (all) => new Set(all.map((row) => row['Promised Date']).filter((date) => date !== null)).size - 1,
    )
    expect(new Set(moves)).toEqual(new Set([-1, 0, 1, 2]))
    expect(versions).toEqual(orders.map((order) => orderVersions(order, AS_OF)))
  })

  it('tells of late what was shipped', () => {
    const shipped = orders.map((order) => lineVersions(order, AS_OF)).filter(([, rows]) => rows.length > 0)
    expect(shipped.length).toBeGreaterThan(5)
    for (const [before, after] of shipped) expect(day(before[0]) < day(after[0])).toBe(true)
  })
})
