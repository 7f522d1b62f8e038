import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { FactsTable } from '../../../platform/web/kit/record-list.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import type { RulesPreview } from '../contract.ts'
import { type Asked, previewQuery } from './rules-queries.ts'

type PreviewProps = {
  /** Null: closed. */
  asked: Asked | null
  title: string
  confirm: string
  busy: boolean
  failure: string | null
  onConfirm: () => void
  onClose: () => void
  /** In the place of confirming, when that cannot be done any more. */
  instead?: { label: string; onSelect: () => void }
}

/** Which names, lines and sums move, counted over everybody's rows, before anything does. */
export function PreviewDialog({
  asked,
  title,
  confirm,
  busy,
  failure,
  onConfirm,
  onClose,
  instead,
}: PreviewProps) {
  const t = useTranslations('displayRules')
  const ui = useTranslations('ui')
  const { data, error, isFetching, refetch } = useQuery(previewQuery(asked))
  return (
    <Dialog
      opened={asked !== null}
      title={title}
      size="xl"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          {instead ? (
            <Button onClick={instead.onSelect}>{instead.label}</Button>
          ) : (
            <Button loading={busy} disabled={!data || isFetching} onClick={onConfirm}>
              {confirm}
            </Button>
          )}
        </>
      }
    >
      {failure && <Refusal>{failure}</Refusal>}
      {error ? (
        <ErrorCard title={t('notLoaded')} failure={error} framed={false} onRetry={() => void refetch()} />
      ) : data && !isFetching ? (
        <Moves preview={data} />
      ) : (
        <p aria-busy="true">{t('counting')}</p>
      )}
    </Dialog>
  )
}

function Moves({ preview }: { preview: RulesPreview }) {
  const t = useTranslations('displayRules')
  const formats = useFormats()
  const { productNames, customerNames, productLines, customerLines, renamed, sums } = preview
  if (renamed.length === 0) return <p>{t('nothingMoves')}</p>
  return (
    <>
      <p>{t('moves', { productNames, customerNames, productLines, customerLines })}</p>
      <FactsTable
        label={t('names')}
        columns={[
          { title: t('from') },
          { title: t('to') },
          { title: t('namesCount'), figure: true },
          { title: t('lines'), figure: true },
        ]}
        rows={renamed.map((one) => ({
          key: `${one.kind} ${one.from} ${one.to}`,
          cells: [one.from, one.to, formats.count(one.names), formats.count(one.lines)],
        }))}
      />
      {preview.renamedTotal > renamed.length && (
        <p>{t('more', { shown: renamed.length, total: preview.renamedTotal })}</p>
      )}
      <FactsTable
        label={t('sums')}
        columns={[
          { title: t('shownName') },
          { title: t('dataset') },
          { title: t('amountBefore'), figure: true },
          { title: t('amountAfter'), figure: true },
          { title: t('quantityBefore'), figure: true },
          { title: t('quantityAfter'), figure: true },
        ]}
        rows={sums.map(({ dataset, kind, name, currency, before, after }) => ({
          key: `${dataset} ${kind} ${name} ${currency}`,
          cells: [
            name,
            t(`datasets.${dataset}`),
            formats.money(before.amount, currency),
            formats.money(after.amount, currency),
            formats.quantity(before.quantity),
            formats.quantity(after.quantity),
          ],
        }))}
      />
      {preview.sumsTotal > sums.length && (
        <p>{t('more', { shown: sums.length, total: preview.sumsTotal })}</p>
      )}
    </>
  )
}
