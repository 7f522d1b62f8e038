import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QUANTITY, writeTyped } from '../../../platform/web/format/typed-number.ts'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { ClassTerms } from '../../products/contract.ts'
import css from './catalogue.module.css'
import { productsApi } from './catalogue-queries.ts'
import { readTerms, WEEKS } from './typed-terms.ts'

/** Changes what is usual for one class of products. */
export function UsualTermsForm({ terms, onClose }: { terms: ClassTerms; onClose: () => void }) {
  const t = useTranslations('catalogue')
  const tNumbers = useTranslations('typedNumbers')
  const queries = useQueryClient()
  const [minimum, setMinimum] = useState(writeTyped(terms.minimum.quantity))
  const [unit, setUnit] = useState(terms.minimum.unit)
  const [from, setFrom] = useState(String(terms.leadWeeks.from))
  const [to, setTo] = useState(String(terms.leadWeeks.to))
  const [owner, setOwner] = useState(terms.owner ?? '')
  const [statedOn, setStatedOn] = useState(terms.statedOn ?? '')
  const submit = async () => {
    const read = readTerms({ minimum, from, to })
    if ('wrong' in read) return read.wrong === 'order' ? t('badTerms') : tNumbers('check')
    if (read.minimum === null || from.trim() === '' || to.trim() === '' || read.weeks === null)
      return tNumbers('check')
    await productsApi.keepClass({
      class: terms.class,
      minimum: { quantity: read.minimum, unit: unit.trim() },
      leadWeeks: read.weeks,
      owner: owner.trim() || null,
      statedOn: statedOn || null,
      version: terms.version,
    })
    // Purchase orders, tracking and products count with it, too.
    await queries.invalidateQueries()
    toast.done(t('usual.saved'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t(`classes.${terms.class}`)}
      submit={t('save')}
      ready={unit.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={css.pair}>
        <NumberField
          bounds={QUANTITY}
          label={t('columns.minimum')}
          value={minimum}
          maxLength={20}
          onChange={(event) => setMinimum(event.currentTarget.value)}
        />
        <TextField
          label={t('usual.unit')}
          value={unit}
          maxLength={20}
          onChange={(event) => setUnit(event.currentTarget.value)}
        />
      </div>
      <div className={css.pair}>
        <NumberField
          bounds={WEEKS}
          label={t('weeksFrom')}
          value={from}
          maxLength={3}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <NumberField
          bounds={WEEKS}
          label={t('weeksTo')}
          value={to}
          maxLength={3}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <TextField
        label={t('usual.owner')}
        value={owner}
        maxLength={200}
        onChange={(event) => setOwner(event.currentTarget.value)}
      />
      <TextField
        type="date"
        label={t('usual.statedOn')}
        value={statedOn}
        onChange={(event) => setStatedOn(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
