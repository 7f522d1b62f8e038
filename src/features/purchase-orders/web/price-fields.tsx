import { useTranslations } from 'use-intl'
import { readTyped } from '../../../platform/web/format/typed-number.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import type { PoLine } from '../contract.ts'
import css from './po.module.css'

/** By line: a price, and the quantity that it is for. */
export type TypedPrices = Record<number, { price: string; per: string }>
const NOTHING = { price: '', per: '1' }

/** What was typed as prices; lines left empty stay on confirmation. Null: something is no price. */
export function readPrices(typed: TypedPrices) {
  const prices = Object.entries(typed)
    .filter(([, { price }]) => price.trim() !== '')
    .map(([lineNo, { price, per }]) => ({
      lineNo: Number(lineNo),
      unitPrice: readTyped(price) ?? '',
      pricePer: Number(readTyped(per) ?? Number.NaN),
    }))
  const isPrice = ({ unitPrice, pricePer }: (typeof prices)[number]) =>
    /^\d{1,9}(\.\d{1,6})?$/.test(unitPrice) &&
    pricePer >= 0.001 &&
    pricePer <= 1_000_000 &&
    Math.abs(Math.round(pricePer * 1000) - pricePer * 1000) < 1e-6
  return prices.every(isPrice) ? prices : null
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
          <TextField
            label={t('prices.of', { item: itemNo, currency })}
            inputMode="decimal"
            maxLength={20}
            value={prices[lineNo]?.price ?? ''}
            onChange={(event) => change(lineNo, { price: event.currentTarget.value })}
          />
          <TextField
            label={t('prices.per', { item: itemNo, unit: unit ?? '' })}
            inputMode="decimal"
            maxLength={14}
            value={prices[lineNo]?.per ?? '1'}
            onChange={(event) => change(lineNo, { per: event.currentTarget.value })}
          />
        </div>
      ))}
    </fieldset>
  )
}
