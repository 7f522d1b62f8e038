import { Button } from '@mantine/core'
import { IconFileX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { MoreButton } from '../../../platform/web/kit/more-button.tsx'
import { Notice } from '../../../platform/web/kit/notice.tsx'
import { FactsTable, LongListSearch } from '../../../platform/web/kit/record-list.tsx'
import { Sheet } from '../../../platform/web/kit/sheet.tsx'
import { useFileExport } from '../../../platform/web/kit/use-file-export.ts'
import { useCursorList } from '../../../platform/web/query/cursor-query.ts'
import { BATCH_COUNTS, type BatchRow } from '../contract.ts'
import css from './upstream.module.css'
import { errorsQuery } from './upstream-queries.ts'
import { useKindName } from './use-kind-name.ts'

type SheetProps = { batch: BatchRow; opened: boolean; onClose: () => void }

/** One batch: counts, what it was compared with, warnings, and its faulty rows. */
export function BatchSheet({ batch, opened, onClose }: SheetProps) {
  const t = useTranslations('upstream')
  const formats = useFormats()
  const kindName = useKindName()
  const { refusal } = batch
  const facts: [string, string][] = [
    ...(refusal ? refusalFacts(refusal) : []),
    [t('receivedAt'), formats.dateTime(batch.receivedAt)],
    ...(refusal
      ? []
      : [[t('took'), t('seconds', { seconds: batch.milliseconds / 1000 })] as [string, string]]),
    [t('source'), batch.source],
    [
      t('key'),
      batch.key === null ? t('commandLine') : batch.key.label || t('keyNo', { id: String(batch.key.id) }),
    ],
    ...countsOf(batch).map((count): [string, string] => [t(`counts.${count}`), formats.count(batch[count])]),
    ...batch.sums.map(({ currency, rows, quantity, amount }): [string, string] => [
      t('sum', { currency: currency ?? '' }).trim(),
      formats.list([
        t('sumRows', { count: rows }),
        ...(quantity === null ? [] : [t('sumQuantity', { quantity: formats.quantity(Number(quantity)) })]),
        ...(amount === null ? [] : [formats.money(amount, currency)]),
      ]),
    ]),
    [t('mode'), batch.replaced === null ? t('added') : t('replaced', { scope: batch.replaced })],
    ...(batch.atomic ? [[t('atomic'), t('atomicText')] as [string, string]] : []),
    [
      t('controls'),
      batch.controls === null
        ? t('noControls')
        : refusal
          ? controlsText(batch.controls)
          : t('controlsAgreed', { controls: controlsText(batch.controls) }),
    ],
    ...(batch.unknownColumns.length > 0
      ? [[t('unknownColumns'), formats.list(batch.unknownColumns)] as [string, string]]
      : []),
    ...batch.warnings.map(({ field, message, count }): [string, string] => [
      t('warning', { field }),
      t('warningTimes', { message, count }),
    ]),
  ]
  function refusalFacts({ message, found, accepted }: NonNullable<BatchRow['refusal']>): [string, string][] {
    const ofHeadings = (title: string, headings: string[]): [string, string][] =>
      headings.length > 0 ? [[title, headings.join(', ')]] : []
    return [
      [t('refusalSentence'), message],
      ...ofHeadings(t('found'), found),
      ...ofHeadings(t('accepted'), accepted),
    ]
  }
  return (
    <Sheet
      opened={opened}
      title={t('batchNo', { id: String(batch.id), kind: kindName(batch.kind) })}
      onClose={onClose}
    >
      {refusal && (
        <div className={css.refusal}>
          <Notice tone="bad" icon={<IconFileX size={18} aria-hidden />} title={refusal.title}>
            {t('nothingTaken')}
          </Notice>
        </div>
      )}
      <dl className={css.facts}>
        {facts.map(([name, value]) => [<dt key={`${name}-name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
      {batch.errors > 0 && <Errors batch={batch} />}
    </Sheet>
  )
}

/** Of a batch that was refused only how many rows came, where that is known. */
const countsOf = ({ refusal, received }: BatchRow) =>
  refusal ? (received > 0 ? (['received'] as const) : []) : BATCH_COUNTS

/** As the sender wrote them, without the braces. */
const controlsText = (controls: string) => controls.replace(/[{}"]/g, '').replaceAll(',', ', ')

function Errors({ batch: { id, errors } }: { batch: BatchRow }) {
  const t = useTranslations('upstream')
  const ui = useTranslations('ui')
  const formats = useFormats()
  const [search, setSearch] = useState<string>()
  const { rows, more, loading, failure, refresh, total } = useCursorList(errorsQuery(id, search))
  const { exporting, start } = useFileExport('/admin/batch-errors/export', {
    saved: (name) => t('exported', { name }),
    failed: (reason) => t('exportFailed', { reason }),
  })
  if (failure) return <ErrorCard title={t('notLoaded')} failure={failure} onRetry={() => void refresh()} />
  return (
    <section aria-label={t('errors', { count: errors })} aria-busy={loading || undefined}>
      <h3 className={css.head}>{t('errors', { count: errors })}</h3>
      <LongListSearch
        value={search}
        count={rows.length}
        total={total}
        more={more !== undefined}
        onChange={setSearch}
      />
      <FactsTable
        label={t('errors', { count: errors })}
        columns={[
          { title: t('row'), figure: true },
          { title: t('line'), figure: true },
          { title: t('rowKey') },
          { title: t('field') },
          { title: t('message') },
        ]}
        rows={rows.map((fault, at) => ({
          key: `${at}`,
          cells: [
            formats.count(fault.row),
            fault.line === null ? '' : formats.count(fault.line),
            fault.key ?? '',
            fault.field ?? '',
            fault.message,
          ],
        }))}
      />
      <div className={css.errors}>
        {more && <MoreButton more={more}>{ui('table.loadMore')}</MoreButton>}
        <Button
          variant="default"
          loading={exporting}
          onClick={() => start({ batch: id, format: 'csv' }, `batch-${id}.csv`)}
        >
          {t('exportErrors')}
        </Button>
      </div>
    </section>
  )
}
