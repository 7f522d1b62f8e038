import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { zoneChoices } from '../../../platform/web/format/zone-names.ts'
import { useForm } from '../../../platform/web/forms/use-form.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { Refusal } from '../../../platform/web/kit/refusal.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { Company } from '../contract.ts'
import css from './company.module.css'
import { companyApi, companyQuery } from './company-queries.ts'
import { OfficeHoursFields } from './office-hours-fields.tsx'

const draftOf = ({
  version,
  brandName,
  legalName,
  address,
  taxNumbers,
  creditNoteLimit,
  bank,
  hours,
  officeHours,
  email,
  phone,
  timezone,
}: Company) => ({
  // With the draft: what was typed over an older version is not saved over a newer one.
  version,
  brandName: brandName ?? '',
  legalName: legalName ?? '',
  address: address ?? '',
  taxNumbers: taxNumbers ?? '',
  creditNoteLimit: creditNoteLimit ?? '',
  bank: bank ?? '',
  hours: hours ?? '',
  officeHours,
  email: email ?? '',
  phone: phone ?? '',
  timezone: timezone ?? '',
})
type Draft = ReturnType<typeof draftOf>

export function CompanyForm({ company }: { company: Company }) {
  const t = useTranslations('company')
  const failureText = useFailureText()
  const { locale } = useFormats()
  const queries = useQueryClient()
  const initial = draftOf(company)
  const form = useForm({
    name: 'company',
    initial,
    send: async (values: Draft) => {
      const saved = await companyApi.change({ ...values, timezone: values.timezone || null })
      queries.setQueryData(companyQuery.queryKey, saved)
      toast.done(t('saved'))
    },
  })
  const { values, change, failure } = form
  const wrong = isProblem(failure, 422) ? (failure.problem.errors ?? []).map(({ path }) => path) : []
  const changed = JSON.stringify(values) !== JSON.stringify(initial)
  const field = (
    key: Exclude<keyof Draft, 'version' | 'officeHours' | 'timezone'>,
    most: number,
    lines = 1,
  ) => {
    const props = {
      label: t(key),
      description: t(`${key}Text`, { brand: company.defaultBrand }),
      maxLength: most,
      value: values[key],
      error: wrong.includes(key) && t('wrong', { field: t(key) }),
    }
    return lines === 1 ? (
      <TextField {...props} onChange={(event) => change({ [key]: event.currentTarget.value })} />
    ) : (
      <Textarea {...props} rows={lines} onChange={(event) => change({ [key]: event.currentTarget.value })} />
    )
  }
  return (
    <Panel title={t('facts')}>
      <div className={css.fields}>
        {field('brandName', 60)}
        {field('legalName', 200)}
        {field('address', 500, 4)}
        <OfficeHoursFields
          value={values.officeHours}
          onChange={(officeHours) => change({ officeHours })}
          error={
            wrong.some((path) => path.startsWith('officeHours')) && t('wrong', { field: t('officeHours') })
          }
        />
        {field('hours', 500, 4)}
        {field('email', 320)}
        {field('phone', 60)}
        <ChoiceField
          label={t('timezone')}
          description={t('timezoneText')}
          value={values.timezone}
          data={[{ value: '', label: t('noTimezone') }, ...zoneChoices(locale, values.timezone)]}
          onChange={(event) => change({ timezone: event.currentTarget.value })}
        />
        {field('taxNumbers', 300, 3)}
        {field('bank', 1000, 3)}
        {field('creditNoteLimit', 14)}
        {failure !== null && <Refusal>{failureText(failure)}</Refusal>}
      </div>
      <div className={css.actions}>
        <Button loading={form.busy} disabled={!changed} onClick={() => void form.submit()}>
          {t('save')}
        </Button>
        {changed && (
          <Button
            variant="default"
            onClick={() => {
              form.forget()
              void queries.refetchQueries({ queryKey: companyQuery.queryKey })
            }}
          >
            {t('discard')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
