import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../../../platform/web/access/access.tsx'
import { downloadFile } from '../../../platform/web/api/download.ts'
import { useLanguage } from '../../../platform/web/i18n/language.ts'
import { LOCALE_NAMES, LOCALES, type Locale } from '../../../platform/web/i18n/locales.ts'
import { ChoiceField, TextField } from '../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import type { FinanceOverview } from '../contract.ts'

type Format = 'pdf' | 'xlsx' | 'csv'

type StatementDialogProps = {
  /** Of the reports. */
  today: string
  /** Of the screen. */
  currency: string | undefined
  currencies: readonly string[]
  /** Those of the company; null: it has none. */
  languages: FinanceOverview['paperLanguages']
  onClose: () => void
}

/** Of the year so far, until another period is chosen. */
export default function StatementDialog({
  today,
  currency,
  currencies,
  languages,
  onClose,
}: StatementDialogProps) {
  const t = useTranslations('finance.statement')
  const tFormats = useTranslations('exports.formats')
  const { seesAllTenants } = useAccess()
  const { locale } = useLanguage()
  /** Empty: the company's. */
  const [language, setLanguage] = useState<Locale | ''>(languages ? '' : locale)
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const [money, setMoney] = useState(currency ?? currencies[0])
  const [format, setFormat] = useState<Format>(seesAllTenants ? 'xlsx' : 'pdf')
  const take = async () => {
    if (from > to) return t('wrongPeriod')
    const isBoth = format === 'pdf' && languages !== null && languages.length > 1
    const one = language || (isBoth ? undefined : (languages?.[0] ?? locale))
    const asked = { from, to, currency: money, ...(one && { language: one }) }
    const name =
      format === 'pdf'
        ? await downloadFile('/finance/statement/pdf', asked, 'statement.pdf')
        : await downloadFile('/finance/statement', { ...asked, format }, `statement.${format}`)
    toast.done(t('saved', { name }))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('title')}
      submit={t('take')}
      ready={from !== '' && to !== ''}
      onSubmit={take}
      onClose={onClose}
    >
      <p>{t('what')}</p>
      <TextField
        type="date"
        label={t('from')}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextField
        type="date"
        label={t('to')}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {currencies.length > 1 && (
        <ChoiceField
          label={t('currency')}
          value={money}
          data={[...currencies]}
          onChange={(event) => setMoney(event.currentTarget.value)}
        />
      )}
      <ChoiceField
        label={t('language')}
        value={language}
        data={[
          ...(languages
            ? [
                {
                  value: '',
                  label: t('ofCompany', { languages: languages.map((one) => LOCALE_NAMES[one]).join(' / ') }),
                },
              ]
            : []),
          ...LOCALES.map((one) => ({ value: one, label: LOCALE_NAMES[one] })),
        ]}
        onChange={(event) => setLanguage(event.currentTarget.value as Locale | '')}
      />
      <ChoiceField
        label={t('format')}
        value={format}
        data={[
          // On paper it is one company's.
          ...(seesAllTenants ? [] : [{ value: 'pdf', label: t('pdf') }]),
          ...(['xlsx', 'csv'] as const).map((value) => ({ value, label: tFormats(value) })),
        ]}
        onChange={(event) => setFormat(event.currentTarget.value as Format)}
      />
    </FormDialog>
  )
}
