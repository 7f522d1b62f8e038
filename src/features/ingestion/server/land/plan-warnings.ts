import { sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { IngestAnswer } from '../../contract.ts'

type Warnings = IngestAnswer['warnings']

/** Pairs of companies that are told by name; a batch that moves rows between more is no accident. */
const MOST_PAIRS = 50

/** Rows that came with the stored `Updated At` and other content: they were applied, and one of the two is not what upstream has. */
export function warnOfSameTime(
  planned: readonly { sameTime: number; firstSameTime: number | null }[],
): Warnings {
  const found = planned.filter(({ sameTime }) => sameTime > 0)
  if (found.length === 0) return []
  return [
    {
      field: 'Updated At',
      code: 'same_time',
      message: 'Other content came for the Updated At that is stored; it took the place of what was stored.',
      count: found.reduce((n, { sameTime }) => n + sameTime, 0),
      firstRow: Math.min(...found.map(({ firstSameTime }) => firstSameTime ?? Number.POSITIVE_INFINITY)),
    },
  ]
}

/** From which company to which rows moved. */
export async function warnOfMoves(tx: Tx, batch: number): Promise<Warnings> {
  const { rows } = await sql<{
    from: string | null
    to: string | null
    count: number
    firstRow: number
  }>`select f.name as from, t.name as to, p.count, p."firstRow"
      from (select p.from_tenant, p.to_tenant, count(*) as count, min(p.row_no) as "firstRow"
              from portal.ingest_plan p where p.batch = ${batch}::bigint and p.act = 'move' group by 1, 2
             order by 4 limit ${MOST_PAIRS}) p
      left join portal.tenants f on f.id = p.from_tenant
      left join portal.tenants t on t.id = p.to_tenant
     order by p."firstRow"`.execute(tx)
  return rows.map(({ from, to, count, firstRow }) => ({
    field: 'Client Code',
    code: 'moved',
    message: `The company changed from ${from ?? 'none'} to ${to ?? 'none'}.`,
    values: { from: from ?? '–', to: to ?? '–' },
    count,
    firstRow,
  }))
}

/** Lots that are told by number. */
const MOST_LOTS = 10

/** Results whose lot is not there: nobody sees them until it is. */
export async function warnOfLotsToCome(tx: Tx, batch: number, sourceId: number): Promise<Warnings> {
  const { rows } = await sql<{ lot: string; count: number; firstRow: number }>`
    select r.lot, count(*) as count, min(r.row_no) as "firstRow"
      from (select split_part(s.key, chr(31), 1) as lot, s.row_no from portal.staged_lot_results s
             where s.batch = ${batch}::bigint and not s.is_delete) r
     where not exists (select from portal.lots x where x.source_id = ${sourceId}::smallint and x.lot_no = r.lot)
     group by 1 order by 3`.execute(tx)
  const [first] = rows
  if (!first) return []
  const named = rows.slice(0, MOST_LOTS).map(({ lot }) => lot)
  const lots = `${named.join(', ')}${rows.length > named.length ? ', …' : ''}`
  return [
    {
      field: 'Lot No',
      code: 'lot_to_come',
      message: `Results came before their lots: ${lots}. They are shown once the lots are there.`,
      values: { lots },
      count: rows.reduce((sum, { count }) => sum + count, 0),
      firstRow: first.firstRow,
    },
  ]
}

const ODD_MONEY: Record<string, { field: string; message: string }> = {
  no_due_date: { field: 'Due Date', message: 'There is no due date: the invoice ages from its own date.' },
  invoice_later: { field: 'Invoice Date', message: 'The date lies in the future.' },
  payment_later: { field: 'Payment Date', message: 'The date lies in the future.' },
  credit_too_large: { field: 'Amount', message: 'The credit is more than the total of its invoice.' },
}

/** What of invoices and payments is missing or odd. It is kept as sent. */
export async function warnOfOddMoney(
  tx: Tx,
  batch: number,
  { kind, sourceId }: { kind: string; sourceId: number },
): Promise<Warnings> {
  const today = sql`(select portal.today())`
  const found = {
    invoices: sql`select s.row_no, c.code from portal.staged_invoices s cross join lateral (values
        ('no_due_date', s.due_date is null and s.total_cents > 0), ('invoice_later', s.invoice_date > ${today})) c (code, holds)
      where s.batch = ${batch}::bigint and not s.is_delete and c.holds`,
    payments: sql`select s.row_no, c.code from portal.staged_payments s cross join lateral (values
        ('payment_later', s.payment_date > ${today}),
        ('credit_too_large', s.kind = 'credit' and s.invoice_no is not null and s.amount_cents > (select max(i.total_cents) from portal.invoices i
           where i.tenant_id in (select u.tenant_id from portal.upstream_rows u where u.source_id = ${sourceId}::smallint and u.kind = 'invoices' and u.key = s.invoice_no)
             and i.source_id = ${sourceId}::smallint and i.source_key = s.invoice_no))) c (code, holds)
      where s.batch = ${batch}::bigint and not s.is_delete and c.holds`,
  }[kind]
  if (!found) return []
  const { rows } = await sql<{ code: string; count: number; firstRow: number }>`
    select f.code, count(*) as count, min(f.row_no) as "firstRow" from (${found}) f group by 1 order by 1`.execute(
    tx,
  )
  return rows.map((row) => ({ ...row, ...(ODD_MONEY[row.code] as { field: string; message: string }) }))
}
