import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QUANTITY, writeTyped } from '../../../platform/web/format/typed-number.ts'
import { ChoiceField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { CatalogueItem } from '../contract.ts'
import css from './catalogue.module.css'
import { api } from './catalogue-queries.ts'
import { readTerms, WEEKS } from './typed-terms.ts'
import { useItemName } from './use-catalogue-columns.tsx'

type OfferDialogProps = {
  item: CatalogueItem & { offer: NonNullable<CatalogueItem['offer']> }
  /** Null: not for this person, or upstream's. */
  onPrices: (() => void) | null
  onProduct: (() => void) | null
  onClose: () => void
}

/** Whether a client may buy a product, and the terms agreed where upstream has none. */
export function OfferDialog({ item, onPrices, onProduct, onClose }: OfferDialogProps) {
  const t = useTranslations('catalogue')
  const tNumbers = useTranslations('typedNumbers')
  const queries = useQueryClient()
  const nameOf = useItemName()
  const { offer } = item
  const [choice, setChoice] = useState<'lines' | 'yes' | 'no'>(
    offer.choice === null ? 'lines' : offer.choice ? 'yes' : 'no',
  )
  const [minimum, setMinimum] = useState(writeTyped(offer.minimumQuantity ?? ''))
  const [from, setFrom] = useState(String(offer.leadWeeks?.from ?? ''))
  const [to, setTo] = useState(String(offer.leadWeeks?.to ?? ''))
  const submit = async () => {
    const read = readTerms({ minimum, from, to })
    if ('wrong' in read) return read.wrong === 'order' ? t('badTerms') : tNumbers('check')
    await api.offer({
      tenantId: item.tenantId,
      productId: item.id,
      choice: choice === 'lines' ? null : choice === 'yes',
      minimumQuantity: read.minimum,
      leadWeeks: read.weeks,
      version: offer.version,
    })
    await queries.invalidateQueries({ queryKey: ['catalogue'] })
    toast.done(t('saved'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('editTitle', { product: nameOf(item) })}
      submit={t('save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={css.actions}>
        {onPrices && (
          <Button variant="default" size="compact-md" onClick={onPrices}>
            {t('prices.button')}
          </Button>
        )}
        {onProduct && (
          <Button variant="default" size="compact-md" onClick={onProduct}>
            {t('ownProduct.edit')}
          </Button>
        )}
      </div>
      {!onProduct && <p className={css.hint}>{t('ownProduct.upstream')}</p>}
      <ChoiceField
        label={t('choice')}
        value={choice}
        data={(['lines', 'yes', 'no'] as const).map((value) => ({ value, label: t(`choices.${value}`) }))}
        onChange={(event) => setChoice(event.currentTarget.value as typeof choice)}
      />
      <NumberField
        optional
        bounds={QUANTITY}
        label={t('columns.minimum')}
        description={t(offer.minimumFromUpstream ? 'fromUpstream' : 'minimumHint')}
        value={offer.minimumFromUpstream ? writeTyped(item.minimum?.quantity ?? '') : minimum}
        disabled={offer.minimumFromUpstream}
        maxLength={20}
        onChange={(event) => setMinimum(event.currentTarget.value)}
      />
      <div className={css.pair}>
        <NumberField
          optional
          bounds={WEEKS}
          label={t('weeksFrom')}
          {...(offer.leadFromUpstream && { description: t('fromUpstream') })}
          value={offer.leadFromUpstream ? String(item.leadWeeks?.from ?? '') : from}
          disabled={offer.leadFromUpstream}
          maxLength={3}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <NumberField
          optional
          bounds={WEEKS}
          label={t('weeksTo')}
          {...(offer.leadFromUpstream && { description: t('fromUpstream') })}
          value={offer.leadFromUpstream ? String(item.leadWeeks?.to ?? '') : to}
          disabled={offer.leadFromUpstream}
          maxLength={3}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
    </FormDialog>
  )
}
