import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import {
  DATE_ORDERS,
  DECIMALS,
  DUPLICATES,
  ENCODINGS,
  type SourceSettings,
} from '../../ingestion/contract.ts'
import type { Source } from '../contract.ts'
import { DECIMAL_NAMES } from './decimal-names.ts'
import { upstreamApi } from './upstream-queries.ts'

type SourceProps = { source: Source; onDone: () => void; onClose: () => void }

/** How a source writes, for its next batch on. */
export function SourceDialog({ source, onDone, onClose }: SourceProps) {
  const t = useTranslations('upstream')
  const [decimal, setDecimal] = useState(source.decimal)
  const [dateOrder, setDateOrder] = useState(source.dateOrder)
  const [encoding, setEncoding] = useState(source.encoding ?? '')
  const [duplicates, setDuplicates] = useState(source.duplicates)
  const save = async () => {
    await upstreamApi.changeSource({
      id: source.id,
      decimal,
      dateOrder,
      encoding: encoding === '' ? null : encoding,
      duplicates,
    })
    toast.done(t('sourceSaved', { source: source.name }))
    onDone()
    return undefined
  }
  return (
    <FormDialog
      title={t('sourceTitle', { source: source.name })}
      submit={t('save')}
      onSubmit={save}
      onClose={onClose}
    >
      <ChoiceField
        label={t('decimal')}
        description={t('decimalText')}
        data-autofocus
        value={decimal}
        data={DECIMALS.map((value) => ({ value, label: t(`decimals.${DECIMAL_NAMES[value]}`) }))}
        onChange={(event) => setDecimal(event.currentTarget.value as SourceSettings['decimal'])}
      />
      <ChoiceField
        label={t('dateOrder')}
        value={dateOrder}
        data={DATE_ORDERS.map((value) => ({ value, label: t(`dateOrders.${value}`) }))}
        onChange={(event) => setDateOrder(event.currentTarget.value as SourceSettings['dateOrder'])}
      />
      <ChoiceField
        label={t('encoding')}
        value={encoding}
        data={[
          { value: '', label: t('foundOut') },
          ...ENCODINGS.map((value) => ({ value, label: value.toUpperCase() })),
        ]}
        onChange={(event) => setEncoding(event.currentTarget.value)}
      />
      <ChoiceField
        label={t('duplicates')}
        description={t('duplicatesText')}
        value={duplicates}
        data={DUPLICATES.map((value) => ({ value, label: t(`duplicateRules.${value}`) }))}
        onChange={(event) => setDuplicates(event.currentTarget.value as SourceSettings['duplicates'])}
      />
    </FormDialog>
  )
}
