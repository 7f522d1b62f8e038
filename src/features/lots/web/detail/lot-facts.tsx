import { useTranslations } from 'use-intl'
import { DASH } from '../../../../platform/web/format/formats.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Panel } from '../../../../platform/web/kit/panel.tsx'
import type { LotDetail } from '../../contract.ts'
import css from '../lots.module.css'
import { useProductName } from '../use-product-name.ts'

/** What the lot is of. */
export function LotFacts({ lot }: Pick<LotDetail, 'lot'>) {
  const t = useTranslations('lots.columns')
  const formats = useFormats()
  const nameOf = useProductName()
  const facts: [string, string | null][] = [
    [t('product'), nameOf(lot)],
    [t('itemNo'), lot.itemNo],
    [t('manufacturedOn'), formats.date(lot.manufacturedOn)],
    [t('expiresOn'), formats.date(lot.expiresOn)],
  ]
  if (lot.made)
    facts.push([t('made'), [formats.quantity(lot.made.quantity), lot.made.unit].filter(Boolean).join(' ')])
  return (
    <Panel title={t('facts')}>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? DASH}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
