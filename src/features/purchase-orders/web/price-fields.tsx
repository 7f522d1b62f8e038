import { useTranslations } from 'use-intl'
import { type Bounds, decimalWithin, UNIT_PRICE } from '../../../platform/web/format/typed-number.ts'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import type { PoLine } from '../contract.ts'
import css from './po.module.css'

/** By line: a price, and the quantity that it is for. */
export type TypedPrices = Record<number, { price: string; per: string }>
const NOTHING = { price: '', per: '1' }
const PER: Bounds = { decimals: 3, above: 0, most: 1_000_000 }

/** What was typed as prices; lines left empty stay on confirmation. Null: something is no price. */
export function readPrices(typed: TypedPrices) {
  const prices = Object.entries(typed)
    .filter(([, { price }]) => price.trim() !== '')
    .map(([lineNo, { price, per }]) => ({
      lineNo: Number(lineNo),
      unitPrice: decimalWithin(price, UNIT_PRICE) ?? '',
      pricePer: Number(decimalWithin(per, PER)),
    }))
  return prices.every(({ unitPrice, pricePer }) => unitPrice !== '' && pricePer > 0) ? prices : null
}

type PriceFieldsProps = {
  lines: readonly PoLine[]
  currency: string
  prices: TypedPrices
  onChange: (prices: TypedPrices) => void
}

/** What the lines cost whose price comes with the confirmation; each may be left to later. */
export function PriceFields({ lines, currency, prices, onChange }: PriceFieldsProps) {
  const t = useTranslations('purchaseOrders')
  const change = (lineNo: number, patch: Partial<(typeof prices)[number]>) =>
    onChange({ ...prices, [lineNo]: { ...NOTHING, ...prices[lineNo], ...patch } })
  return (
    <fieldset className={css.prices}>
      <legend>{t('prices.title')}</legend>
      <p className={css.quiet}>{t('prices.hint')}</p>
      {lines.map(({ lineNo, itemNo, unit }) => (
        <div key={lineNo}>
          <NumberField
            optional
            bounds={UNIT_PRICE}
            label={t('prices.of', { item: itemNo, currency })}
            maxLength={20}
            value={prices[lineNo]?.price ?? ''}
            onChange={(event) => change(lineNo, { price: event.currentTarget.value })}
          />
          <NumberField
            bounds={PER}
            label={t('prices.per', { item: itemNo, unit: unit ?? '' })}
            maxLength={14}
            value={prices[lineNo]?.per ?? '1'}
            onChange={(event) => change(lineNo, { per: event.currentTarget.value })}
          />
        </div>
      ))}
    </fieldset>
  )
}
