import { sql } from 'kysely'
import type { Kind } from '../../../features/ingestion/domain/kinds/kinds.ts'
import { importRows, type UpstreamRow } from '../../../features/ingestion/server/import-rows.ts'
import { auditByOperator } from '../../../features/tenants/server/audit-by-operator.ts'
import type { DatabaseLocation } from '../../../platform/server/database/location.ts'
import { type Database, openDatabase } from '../../../platform/server/database/open-database.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { withOwner } from '../../../platform/server/database/with-owner.ts'
import type { Secrets } from '../../../platform/server/secrets.ts'
import { ITEMS } from './assortment.ts'
import { CLIENTS, customerAliases, PRAIRIE_BY_NAME } from './clients.ts'
import { billingUntil } from './invoices.ts'
import { lotResultRows, lotRow, lotsOf } from './lots.ts'
import type { Order } from './order.ts'
import { lineVersions, orderVersions } from './order-history.ts'
import { ordersUntil } from './orders.ts'
import {
  OVERFULL,
  OVERFULL_PERSON,
  overfullCurrentSales,
  overfullCustomers,
  overfullInvoices,
  overfullLotResults,
  overfullLots,
  overfullOrderLines,
  overfullOrders,
  overfullPrices,
  overfullProducts,
  overfullSales,
  overfullShipmentEvents,
  overfullShipmentLines,
  overfullShipments,
} from './overfull.ts'
import { PEOPLE } from './people.ts'
import { priceRows } from './prices.ts'
import { currentSalesUntil, salesUntil } from './sales.ts'
import { seedClosedDays } from './seed-closed-days.ts'
import { seedConversations } from './seed-conversations.ts'
import { seedDocuments } from './seed-documents.ts'
import { seedIssues } from './seed-issues.ts'
import { type NewClient, seedPeople, seedTenants } from './seed-people.ts'
import { seedPurchaseOrders } from './seed-purchase-orders.ts'
import { seedRequests } from './seed-requests.ts'
import { shipmentEventRows, shipmentLineRows, shipmentRow, shipmentsUntil } from './shipments.ts'
import { currentSalesRow, customerRows, productRow, salesRow } from './upstream-rows.ts'
import { DEMO_ZONE } from './zone.ts'

export type DemoPlace = {
  location: DatabaseLocation
  secrets: Secrets
  /** Where the files of its documents go. */
  dataDir: string
  filesUrl?: string | undefined
}
export type DemoWish = {
  /** ISO date that the data leads up to. */
  asOf: string
  password: string
  say?: (line: string) => void
}

/** The system that customers, orders and sales come from: the manufacturer's own. */
const SOURCE = 'main'
const NEWS_OF_A_KIND = 2
const SEED_LOCK = 7_001_003
const SPEAKING = 'boreal'

/**
 * Tenants, people and what upstream would have sent until `asOf`, through the ingestion. A database with tenants of
 * somebody's own is left alone. An interrupted load is completed by the next call, for the day it was begun for; one at
 * a time, also over several servers.
 */
export async function seedDemo(
  { location, secrets, ...files }: DemoPlace,
  { asOf, password, say = () => {} }: DemoWish,
): Promise<'loaded' | 'already there' | 'left alone'> {
  return withOwner(location, async (lock) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(lock)
    const { begunFor, isLoaded, isEmpty } = await readState(lock)
    if (isLoaded) return 'already there'
    if (!begunFor && !isEmpty) return 'left alone'
    const day = begunFor ?? asOf
    await withOwner(location, (tx) =>
      sql`update portal.installation set demo_as_of = ${day}::date`.execute(tx),
    )

    await withOwner(location, introduceMaker)
    say('people and clients')
    const tenants = await seedTenants(location, SOURCE, CLIENTS.map(toTenant))
    await seedPeople(location, secrets, PEOPLE, tenants, password)
    await withOwner(location, seedAliases)
    await withImports(location, async (load) => {
      await load('customers', customerRows())
      await load(
        'products',
        ITEMS.map((item) => productRow(item, day)),
      )
      await load('price-list', priceRows(day))
      const orders = ordersUntil(day)
      await loadHistory(load, orders, day)
      say(`${orders.length} orders`)
      const shipments = shipmentsUntil(orders, day)
      await load('shipments', each(shipments, shipmentRow))
      await load('shipment-lines', shipments.flatMap(shipmentLineRows))
      await load('shipment-events', shipments.flatMap(shipmentEventRows))
      say(`${shipments.length} shipments`)
      const { invoices, lines, payments } = billingUntil(orders, day)
      say(`${await load('invoices', invoices)} invoices`)
      await load('invoice-lines', lines)
      await load('payments', payments)
      const lots = lotsOf(orders, day)
      await load('lots', lots.map(lotRow))
      await load(
        'lot-results',
        lots.flatMap((lot) => lotResultRows(lot, day)),
      )
      say(`${await load('sales-history', each(salesUntil(day), salesRow))} sales lines`)
      say(
        `${await load('current-sales', each(currentSalesUntil(day), currentSalesRow))} lines of current sales`,
      )
    })
    say(`${await seedPurchaseOrders(location, day, tenants)} purchase orders`)
    say(`${await seedDocuments({ location, ...files }, day, tenants)} documents`)
    say(`${await seedRequests(location, day, tenants)} requested documents`)
    await withOwner(location, (tx) => seedClosedDays(tx, day))
    say(`${await seedIssues(location, tenants)} issues`)
    say(`${await seedConversations(location, tenants)} conversations`)
    await withOwner(location, async (tx) => {
      await allowSpeech(tx, tenants.get(SPEAKING) as number)
      await sql`update portal.installation set demo_loaded_at = now()`.execute(tx)
      // Nobody sends to a demo: its data are not late tomorrow.
      await sql`update portal.feed_expectations set expected_seconds = null`.execute(tx)
      await forgetOldNews(tx)
      await auditByOperator(tx, 0, 'demo.loaded', 'installation', 'demo', { asOf: day })
    })
    return 'loaded'
  })
}

/** Years that are loaded at once would be news by the hundred: the last of each kind stay. */
async function forgetOldNews(tx: Tx): Promise<void> {
  await sql`delete from portal.notice_queue where id not in (
    select id from (select id, row_number() over (partition by kind order by id desc) as place from portal.notice_queue) q
     where place <= ${NEWS_OF_A_KIND})`.execute(tx)
}

/** One client has allowed its people the speech of their browser, so that there is a microphone to see. */
const allowSpeech = (tx: Tx, tenantId: number) =>
  sql`insert into portal.assistant_settings (tenant_id, mode, browser_speech) values (${tenantId}, 'built_in', true)
    on conflict (tenant_id) do nothing`.execute(tx)

/** Whose papers they are; what an operator has said already stays. */
async function introduceMaker(tx: Tx): Promise<void> {
  await sql`
    update portal.installation set company_name = coalesce(company_name, 'Laboratoires Lotline inc. (démonstration)'),
           address = coalesce(address, ${'4200, rue des Moulins\nSaint-Hyacinthe (Québec)  J2S 0A1'}),
           timezone = coalesce(timezone, ${DEMO_ZONE}),
           tax_numbers = coalesce(tax_numbers, 'TPS/GST 00000 0000 RT0001 · TVQ/QST 0000000000 TQ0001'),
           bank = coalesce(bank, ${'Banque de démonstration · Demonstration Bank\nTransit 00000 · Institution 000 · No 0000000'})`.execute(
    tx,
  )
}

/** The development set with the longest texts and the largest amounts; again and again, nothing changes. */
export async function seedOverfull(
  { location, secrets }: DemoPlace,
  { asOf, password }: DemoWish,
): Promise<void> {
  const { key, name, code, language, currency } = OVERFULL
  const tenants = await seedTenants(location, SOURCE, [{ key, name, codes: [code], language, currency }])
  await seedPeople(location, secrets, [OVERFULL_PERSON], tenants, password)
  await withImports(location, async (load) => {
    await load('customers', overfullCustomers())
    await load('products', overfullProducts())
    await load('price-list', overfullPrices(asOf))
    await load('orders', overfullOrders(asOf))
    await load('order-lines', overfullOrderLines())
    await load('shipments', overfullShipments(asOf))
    await load('shipment-lines', overfullShipmentLines())
    await load('shipment-events', overfullShipmentEvents(asOf))
    await load('invoices', overfullInvoices(asOf))
    await load('lots', overfullLots(asOf))
    await load('lot-results', overfullLotResults(asOf))
    await load('sales-history', overfullSales(asOf))
    await load('current-sales', overfullCurrentSales(asOf))
  })
}

/** Whether the demo's people are, or may be, here. */
export const isDemoHere = async (location: DatabaseLocation): Promise<boolean> =>
  (await withOwner(location, readState)).begunFor !== null

async function readState(tx: Tx): Promise<{ begunFor: string | null; isLoaded: boolean; isEmpty: boolean }> {
  const { rows } = await sql<{ begun_for: string | null; loaded: boolean; is_empty: boolean }>`select
      demo_as_of as begun_for, demo_loaded_at is not null as loaded, not exists (select from portal.tenants) as is_empty
    from portal.installation`.execute(tx)
  const state = rows[0]
  return {
    begunFor: state?.begun_for ?? null,
    isLoaded: state?.loaded === true,
    isEmpty: state?.is_empty === true,
  }
}

const toTenant = ({
  key,
  name,
  accounts,
  language,
  currency,
  ...rules
}: (typeof CLIENTS)[number]): NewClient => ({
  key,
  name,
  codes: accounts.map(({ code }) => code),
  clientNames: key === 'prairie' ? [PRAIRIE_BY_NAME.name] : [],
  language,
  currency,
  requiresSecondFactor: rules.requiresSecondFactor === true,
})

/** Before the sales come, so that their names are right from the first line on. */
async function seedAliases(tx: Tx): Promise<void> {
  for (const { variant, displayName } of customerAliases())
    await sql`insert into portal.customer_aliases (variant, display_name) values (${variant}, ${displayName})
      on conflict do nothing`.execute(tx)
}

/** Version by version, as upstream sent them over time: so that every order has the history that it went through. */
async function loadHistory(load: Load, orders: Order[], asOf: string): Promise<void> {
  const versions = orders.map((order) => orderVersions(order, asOf))
  const most = Math.max(0, ...versions.map(({ length }) => length))
  for (let step = 0; step < most; step++)
    await load(
      'orders',
      versions.flatMap((all) => all.slice(step, step + 1)),
    )
  const lines = orders.map((order) => lineVersions(order, asOf))
  await load(
    'order-lines',
    lines.flatMap(([ordered]) => ordered),
  )
  await load(
    'order-lines',
    lines.flatMap(([, shipped]) => shipped),
  )
}

type Load = (kind: Kind, rows: Iterable<UpstreamRow>) => Promise<number>

async function withImports(location: DatabaseLocation, work: (load: Load) => Promise<void>): Promise<void> {
  const database = openDatabase(location.owner)
  try {
    await work((kind, rows) => loadRows(database, kind, rows))
  } finally {
    await database.close()
  }
}

/** Answers how many rows there were. A refused one is a fault of the generator. */
async function loadRows(database: Database, kind: Kind, rows: Iterable<UpstreamRow>): Promise<number> {
  const { received, errors, errorsTotal } = await importRows(database, SOURCE, kind, rows)
  if (errorsTotal > 0)
    throw new Error(`${errorsTotal} of the demo's ${kind} were refused: ${JSON.stringify(errors[0])}`)
  return received
}

function* each<A, B>(items: Iterable<A>, change: (item: A) => B): Generator<B> {
  for (const item of items) yield change(item)
}
