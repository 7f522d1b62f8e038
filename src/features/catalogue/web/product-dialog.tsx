import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QUANTITY, writeTyped } from '../../../platform/web/format/typed-number.ts'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { PRODUCT_CLASSES, type ProductClass } from '../../products/contract.ts'
import { tenantsQuery } from '../../tenants/web/published.ts'
import type { CatalogueItem } from '../contract.ts'
import css from './catalogue.module.css'
import { api } from './catalogue-queries.ts'
import { readTerms, WEEKS } from './typed-terms.ts'

const typedOf = (item: CatalogueItem | null) => ({
  itemNo: item?.itemNo ?? '',
  name: item?.name ?? '',
  fr: item?.names['fr-CA'] ?? '',
  de: item?.names.de ?? '',
  es: item?.names.es ?? '',
  category: item?.category ?? '',
  class: item?.class ?? '',
  unit: item?.unit ?? '',
  minimum: writeTyped(item?.offer?.own?.minimumQuantity ?? ''),
  from: String(item?.leadWeeks?.from ?? ''),
  to: String(item?.leadWeeks?.to ?? ''),
  active: item === null || item.active ? 'yes' : 'no',
})
const FACTS = ['name', 'fr', 'de', 'es', 'category', 'unit'] as const
const MOST = { name: 500, fr: 500, de: 500, es: 500, category: 100, unit: 30 } as const
const orNull = (text: string) => text.trim() || null

type ProductDialogProps = {
  /** One that was entered here; null: a new one. */
  item: CatalogueItem | null
  tenant: number | undefined
  onClose: () => void
}

/** A product that no upstream system has: what it is called, how it is ordered, in which terms. */
export function ProductDialog({ item, tenant, onClose }: ProductDialogProps) {
  const t = useTranslations('catalogue')
  const tNumbers = useTranslations('typedNumbers')
  const queries = useQueryClient()
  const { data: companies = [] } = useQuery({ ...tenantsQuery, enabled: tenant === undefined })
  const [company, setCompany] = useState('')
  const [typed, setTyped] = useState(typedOf(item))
  const change = (patch: Partial<typeof typed>) => setTyped({ ...typed, ...patch })
  const of = item?.tenantId ?? tenant ?? (Number(company) || undefined)
  const submit = async () => {
    if (of === undefined) return undefined
    const read = readTerms(typed)
    if ('wrong' in read) return read.wrong === 'order' ? t('badTerms') : tNumbers('check')
    await api.keepProduct({
      ...{ tenant: of, id: item?.id ?? null, version: item?.offer?.own?.version ?? 0 },
      ...{ itemNo: typed.itemNo.trim(), name: typed.name.trim(), category: orNull(typed.category) },
      names: { 'fr-CA': orNull(typed.fr), de: orNull(typed.de), es: orNull(typed.es) },
      class: (typed.class || null) as ProductClass | null,
      unit: orNull(typed.unit),
      minimumQuantity: read.minimum,
      leadWeeks: read.weeks,
      active: typed.active === 'yes',
    })
    await queries.invalidateQueries({ queryKey: ['catalogue'] })
    toast.done(t('saved'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={item ? t('ownProduct.editTitle', { product: item.itemNo }) : t('ownProduct.new')}
      submit={t('save')}
      ready={of !== undefined && typed.itemNo.trim() !== '' && typed.name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={css.hint}>{t('ownProduct.hint')}</p>
      {!item && tenant === undefined && (
        <ChoiceField
          label={t('company')}
          value={company}
          data={[
            { value: '', label: t('chooseCompany') },
            ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => setCompany(event.currentTarget.value)}
        />
      )}
      <div className={css.pair}>
        <TextField
          label={t('columns.itemNo')}
          path="itemNo"
          value={typed.itemNo}
          disabled={item !== null}
          maxLength={100}
          onChange={(event) => change({ itemNo: event.currentTarget.value })}
        />
        <ChoiceField
          label={t('columns.class')}
          value={typed.class}
          data={[
            { value: '', label: t('ownProduct.noClass') },
            ...PRODUCT_CLASSES.map((value) => ({ value, label: t(`classes.${value}`) })),
          ]}
          onChange={(event) => change({ class: event.currentTarget.value as typeof typed.class })}
        />
        {FACTS.map((fact) => (
          <TextField
            key={fact}
            label={t(`ownProduct.${fact}`)}
            value={typed[fact]}
            maxLength={MOST[fact]}
            onChange={(event) => change({ [fact]: event.currentTarget.value })}
          />
        ))}
        <NumberField
          optional
          bounds={QUANTITY}
          label={t('columns.minimum')}
          description={t('minimumHint')}
          value={typed.minimum}
          maxLength={20}
          onChange={(event) => change({ minimum: event.currentTarget.value })}
        />
        <ChoiceField
          label={t('ownProduct.active')}
          value={typed.active}
          data={(['yes', 'no'] as const).map((value) => ({ value, label: t(`ownProduct.actives.${value}`) }))}
          onChange={(event) => change({ active: event.currentTarget.value })}
        />
        <NumberField
          optional
          bounds={WEEKS}
          label={t('weeksFrom')}
          value={typed.from}
          maxLength={3}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <NumberField
          optional
          bounds={WEEKS}
          label={t('weeksTo')}
          value={typed.to}
          maxLength={3}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      </div>
    </FormDialog>
  )
}
