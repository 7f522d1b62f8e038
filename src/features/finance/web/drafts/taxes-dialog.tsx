import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRegions } from '../../../../platform/web/format/regions.ts'
import { decimalWithin } from '../../../../platform/web/format/typed-number.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { useToday } from '../../../../platform/web/format/use-today.ts'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../../platform/web/kit/number-field.tsx'
import { RecordList } from '../../../../platform/web/kit/record-list.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import { taxName } from '../../domain/tax-name.ts'
import css from './drafts.module.css'
import { taxesApi, taxRatesQuery } from './drafts-queries.ts'

const BOUNDS = { decimals: 4, least: 0, most: 100 }

/** Taxes by place, as Finance keeps them. */
export default function TaxesDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('finance')
  const formats = useFormats()
  const failureText = useFailureText()
  const regions = useRegions()
  const queries = useQueryClient()
  const { data } = useQuery(taxRatesQuery)
  const today = useToday()
  const [values, setValues] = useState({ place: '', name: '', rate: '', from: today })
  const placeOf = (code: string) => regions.find(({ value }) => value === code)?.label ?? code
  const again = () => queries.invalidateQueries({ queryKey: taxRatesQuery.queryKey })
  const keep = async () => {
    const rate = decimalWithin(values.rate, BOUNDS)
    if (!values.place || !values.name.trim() || !rate || !values.from) return t('taxes.wrong')
    await taxesApi.keepTaxRate({ ...values, name: values.name.trim(), rate })
    toast.done(t('taxes.kept'))
    setValues({ ...values, name: '', rate: '' })
    await again()
    return t('taxes.kept')
  }
  const remove = async (id: number) => {
    try {
      await taxesApi.removeTaxRate({ id })
    } catch (failure) {
      toast.failed(failureText(failure))
    }
    await again()
  }
  return (
    <FormDialog size="xl" title={t('taxes.title')} submit={t('taxes.add')} onSubmit={keep} onClose={onClose}>
      <p>{t('taxes.what')}</p>
      <div className={css.facts}>
        <ChoiceField
          label={t('taxes.place')}
          path="place"
          value={values.place}
          data={[{ value: '', label: t('drafts.choosePlace') }, ...regions]}
          onChange={(event) => setValues({ ...values, place: event.currentTarget.value })}
        />
        <TextField
          label={t('taxes.name')}
          path="name"
          maxLength={60}
          value={values.name}
          onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
        />
        <NumberField
          label={t('taxes.rate')}
          path="rate"
          bounds={BOUNDS}
          optional
          maxLength={10}
          value={values.rate}
          onChange={(event) => setValues({ ...values, rate: event.currentTarget.value })}
        />
        <TextField
          type="date"
          label={t('taxes.from')}
          path="from"
          value={values.from}
          onChange={(event) => setValues({ ...values, from: event.currentTarget.value })}
        />
      </div>
      <RecordList
        label={t('taxes.title')}
        items={(data?.items ?? [])
          .filter(({ place }) => values.place === '' || place === values.place)
          .map(({ id, place, name, rate, from }) => ({
            key: id,
            title: `${placeOf(place)} · ${taxName(name, (code) => t(`taxNames.${code}`))}`,
            facts: [t('taxes.fact', { rate: formats.rate(rate), date: formats.date(from) })],
            actions: (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`${t('taxes.remove')} ${placeOf(place)} ${name} ${formats.date(from)}`}
                onClick={() => void remove(id)}
              >
                {t('taxes.remove')}
              </Button>
            ),
          }))}
      />
    </FormDialog>
  )
}
