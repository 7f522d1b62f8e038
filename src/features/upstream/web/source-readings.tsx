import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ConfirmDialog } from '../../../platform/web/kit/dialog.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { FactsTable } from '../../../platform/web/kit/record-list.tsx'
import { Sheet } from '../../../platform/web/kit/sheet.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { IngestKind } from '../../ingestion/contract.ts'
import type { Source } from '../contract.ts'
import { DECIMAL_NAMES } from './decimal-names.ts'
import { upstreamApi } from './upstream-queries.ts'
import { useKindName } from './use-kind-name.ts'

type ReadingsProps = { source: Source; onForgotten: () => void; onClose: () => void }

/** What the files of a source were found to be, and why; it can be forgotten, so that the next one decides anew. */
export function SourceReadings({ source: { id, name, readings }, onForgotten, onClose }: ReadingsProps) {
  const t = useTranslations('upstream')
  const formats = useFormats()
  const kindName = useKindName()
  const failureText = useFailureText()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const forget = async () => {
    setBusy(true)
    try {
      await upstreamApi.forgetSource({ id })
      toast.done(t('forgotten', { source: name }))
      onForgotten()
      onClose()
    } catch (fault) {
      toast.failed(failureText(fault))
      setBusy(false)
      setAsking(false)
    }
  }
  const title = t('rememberedOf', { source: name })
  return (
    <Sheet opened title={title} onClose={onClose}>
      <FactsTable
        label={title}
        columns={[{ title: t('column') }, { title: t('decided') }, { title: t('because') }]}
        rows={readings.map(({ kind, field, decided, because, decidedAt }) => ({
          key: `${kind} ${field}`,
          cells: [
            t('columnOfKind', {
              kind: kindName(kind as IngestKind),
              column: field === 'dateOrder' ? t('dateOrder') : field,
            }),
            decided === '.' || decided === ','
              ? t(`decimals.${DECIMAL_NAMES[decided]}`)
              : t(`dateOrders.${decided}`),
            t('reasonSince', { reason: t(`readingReasons.${because}`), time: formats.dateTime(decidedAt) }),
          ],
        }))}
      />
      <Button mt="md" variant="default" onClick={() => setAsking(true)}>
        {t('forget')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('forgetTitle', { source: name })}
        text={t('forgetText')}
        confirm={t('forgetNow')}
        pending={busy}
        onConfirm={() => void forget()}
        onClose={() => setAsking(false)}
      />
    </Sheet>
  )
}
