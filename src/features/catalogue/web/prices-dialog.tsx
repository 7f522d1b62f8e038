import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { decimalWithin, UNIT_PRICE, writeTyped } from '../../../platform/web/format/typed-number.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { CatalogueItem, CataloguePrice } from '../contract.ts'
import css from './catalogue.module.css'
import { api, pricesQuery } from './catalogue-queries.ts'
import { useItemName } from './use-catalogue-columns.tsx'

const NOTHING = { id: null as number | null, version: 0, amount: '', unit: '', validFrom: '', validTo: '' }

type PricesDialogProps = {
  item: Pick<CatalogueItem, 'tenantId' | 'id' | 'name' | 'names'>
  onClose: () => void
}

/** What a client pays for a product and from when on: upstream's prices to read, those entered here to change or end. */
export function PricesDialog({ item, onClose }: PricesDialogProps) {
  const t = useTranslations('catalogue')
  const tNumbers = useTranslations('typedNumbers')
  const queries = useQueryClient()
  const failureText = useFailureText()
  const nameOf = useItemName()
  const { data, error, refetch } = useQuery(pricesQuery(item.tenantId, item.id))
  const [typed, setTyped] = useState(NOTHING)
  const [busy, setBusy] = useState(false)
  const change = (patch: Partial<typeof NOTHING>) => setTyped({ ...typed, ...patch })
  const of = { tenantId: item.tenantId, productId: item.id }
  const again = () => queries.invalidateQueries({ queryKey: ['catalogue'] })
  const submit = async () => {
    const amount = decimalWithin(typed.amount, UNIT_PRICE)
    if (amount === null) return tNumbers('check')
    if (typed.validFrom === '' || (typed.validTo !== '' && typed.validTo < typed.validFrom))
      return t('prices.badDates')
    await api.keepPrice({
      ...{ ...of, id: typed.id, version: typed.version, amount, unit: typed.unit.trim() || null },
      ...{ validFrom: typed.validFrom, validTo: typed.validTo || null },
    })
    await again()
    toast.done(t('prices.saved'))
    onClose()
    return undefined
  }
  const remove = async ({ id, version }: CataloguePrice) => {
    setBusy(true)
    try {
      await api.dropPrice({ ...of, id, version })
      toast.done(t('prices.removed'))
      setTyped(NOTHING)
    } catch (fault) {
      toast.failed(failureText(fault))
    }
    await again()
    setBusy(false)
  }
  return (
    <FormDialog
      title={t('prices.title', { product: nameOf(item) })}
      submit={t(typed.id === null ? 'prices.enter' : 'prices.change')}
      ready={data !== undefined && !busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {error && !data && <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p>{t('onConfirmation')}</p>}
      {data && data.items.length > 0 && (
        <ul className={css.prices} aria-label={t('prices.list')}>
          {data.items.map((price) => (
            <Stated
              key={price.id}
              price={price}
              busy={busy}
              onChange={() =>
                setTyped({
                  ...{ id: price.id, version: price.version, amount: writeTyped(price.amount) },
                  ...{ unit: price.unit ?? '', validFrom: price.validFrom, validTo: price.validTo ?? '' },
                })
              }
              onRemove={() => void remove(price)}
            />
          ))}
        </ul>
      )}
      <p className={css.hint}>{t('prices.hint')}</p>
      <div className={css.pair}>
        <NumberField
          bounds={UNIT_PRICE}
          label={t('prices.amount', { currency: data?.currency ?? '' })}
          value={typed.amount}
          maxLength={20}
          onChange={(event) => change({ amount: event.currentTarget.value })}
        />
        <TextField
          label={t('prices.unit')}
          placeholder={data?.unit ?? ''}
          description={t('prices.unitHint')}
          value={typed.unit}
          maxLength={30}
          onChange={(event) => change({ unit: event.currentTarget.value })}
        />
        <TextField
          type="date"
          label={t('prices.from')}
          value={typed.validFrom}
          max="9999-12-31"
          onChange={(event) => change({ validFrom: event.currentTarget.value })}
        />
        <TextField
          type="date"
          label={t('prices.to')}
          value={typed.validTo}
          max="9999-12-31"
          onChange={(event) => change({ validTo: event.currentTarget.value })}
        />
      </div>
    </FormDialog>
  )
}

type StatedProps = { price: CataloguePrice; busy: boolean; onChange: () => void; onRemove: () => void }

function Stated({ price, busy, onChange, onRemove }: StatedProps) {
  const t = useTranslations('catalogue')
  const formats = useFormats()
  const amount = formats.unitPrice(price.amount, price.currency)
  const stated = price.unit ? t('per', { price: amount, unit: price.unit }) : amount
  const from = formats.date(price.validFrom)
  return (
    <li>
      <span>
        <strong>{price.per === null ? t('notComparable', { price: stated }) : stated}</strong>{' '}
        {price.inForce && <Badge tone="good">{t('prices.inForce')}</Badge>}{' '}
        {!price.own && <Badge tone="mute">{t('prices.upstream')}</Badge>}
        <br />
        {price.validTo
          ? t('prices.between', { from, to: formats.date(price.validTo) })
          : t('prices.since', { from })}
      </span>
      {price.own && (
        <span className={css.actions}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('prices.changeOf', { price: stated, from })}
            onClick={onChange}
          >
            {t('prices.edit')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={busy}
            aria-label={t('prices.removeOf', { price: stated, from })}
            onClick={onRemove}
          >
            {t('prices.remove')}
          </Button>
        </span>
      )}
    </li>
  )
}
