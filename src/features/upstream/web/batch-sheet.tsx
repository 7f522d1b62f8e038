import { IconFileX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Notice } from '../../../platform/web/kit/notice.tsx'
import { Sheet } from '../../../platform/web/kit/sheet.tsx'
import { BATCH_COUNTS, type BatchRow } from '../contract.ts'
import { BatchFaults } from './batch-faults.tsx'
import css from './upstream.module.css'
import { useKindName } from './use-kind-name.ts'

type SheetProps = { batch: BatchRow; opened: boolean; onClose: () => void }

/** One batch: counts, what it was compared with, warnings, and its faulty rows. */
export default function BatchSheet({ batch, opened, onClose }: SheetProps) {
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
      {batch.errors > 0 && <BatchFaults batch={batch} />}
    </Sheet>
  )
}

/** Of a batch that was refused only how many rows came, where that is known. */
const countsOf = ({ refusal, received }: BatchRow) =>
  refusal ? (received > 0 ? (['received'] as const) : []) : BATCH_COUNTS

/** As the sender wrote them, without the braces. */
const controlsText = (controls: string) => controls.replace(/[{}"]/g, '').replaceAll(',', ', ')
