import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { FactsTable } from '../../../platform/web/kit/record-list.tsx'
import type { Move } from '../contract.ts'

/** What moves: rows, sums and dates by kind. */
export function MoveFacts({ move: { client, waitingLines } }: { move: Move }) {
  const t = useTranslations('unassigned')
  const formats = useFormats()
  return (
    <>
      <FactsTable
        label={t('whatMoves')}
        columns={[
          { title: t('kind') },
          { title: t('rowsHead'), figure: true },
          { title: t('quantity'), figure: true },
          { title: t('amount'), figure: true },
          { title: t('from') },
          { title: t('to') },
        ]}
        rows={client.sums.map(({ kind, currency, rows, quantity, amount, firstDate, lastDate }) => ({
          key: `${kind} ${currency}`,
          cells: [
            t.has(`kinds.${kind}` as never) ? t(`kinds.${kind}` as never) : kind,
            formats.count(rows),
            formats.quantity(quantity),
            formats.money(amount, currency),
            formats.date(firstDate),
            formats.date(lastDate),
          ],
        }))}
      />
      {waitingLines > 0 && <p>{t('lines', { count: waitingLines })}</p>}
    </>
  )
}
