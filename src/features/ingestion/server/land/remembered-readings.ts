import type { DateOrder } from '../../domain/date-text.ts'
import { encodingOf } from '../../domain/import-mapping.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { Mark } from '../../domain/number-grammar.ts'
import { READING_REASONS, type Reading } from '../../domain/source-settings.ts'
import type { Known, ReadingReport } from '../read/reading.ts'
import type { KnownSource } from './source-settings.ts'

/** The field under which the order of day and month is remembered; no column is called so. */
const DATE_ORDER = 'dateOrder'

/** What a source's settings and its earlier files of a kind say of the next one. */
export function knownOf({ decimal, dateOrder, encoding, readings }: KnownSource, kind: Kind): Known {
  const ofKind = readings.filter((reading) => reading.kind === kind)
  return {
    decimal: decimal === 'auto' ? undefined : decimal,
    dateOrder: dateOrder === 'auto' ? undefined : dateOrder,
    encoding: encoding === null ? undefined : encodingOf(encoding),
    marks: Object.fromEntries(
      ofKind
        .filter(({ field }) => field !== DATE_ORDER)
        .map(({ field, decided }) => [field, decided as Mark]),
    ),
    rememberedOrder: ofKind.find(({ field }) => field === DATE_ORDER)?.decided as DateOrder | undefined,
  }
}

/** Cells that fit one reading needed no decision; others only followed what is known, or the form of the body. */
const teaches = (because: string): because is Reading['because'] =>
  READING_REASONS.some((reason) => reason === because)

/** What a body decided and the source did not know. */
export function newReadings(
  report: ReadingReport | null,
  { readings }: KnownSource,
  kind: Kind,
): (Reading & { kind: Kind })[] {
  if (report === null) return []
  const decided = Object.entries(report.decimals).flatMap(
    ([field, { mark, because }]): (Reading & { kind: Kind })[] =>
      teaches(because) ? [{ kind, field, decided: mark, because }] : [],
  )
  const order = report.dateOrderBecause
  if (report.dateOrder !== null && order && teaches(order.because))
    decided.push({ kind, field: DATE_ORDER, decided: report.dateOrder, because: order.because })
  return decided.filter(
    (one) =>
      !readings.some(
        (known) => known.kind === kind && known.field === one.field && known.decided === one.decided,
      ),
  )
}
