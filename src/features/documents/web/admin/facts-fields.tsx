import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LANGUAGES } from '../../../../platform/contract/languages.ts'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Checks } from '../../../../platform/web/kit/checks.tsx'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import type { Facts } from '../../admin-contract.ts'
import { ALL_CATEGORIES, fitsShelves, SHELVES, TYPES } from '../../domain/vocabulary.ts'
import css from './library.module.css'
import { lotSourcesQuery } from './library-queries.ts'

type FactsFieldsProps = { facts: Facts; onChange: (patch: Partial<Facts>) => void }

const orNull = (text: string) => (text.trim() === '' ? null : text)

/** What a document is. Whom it is for: AudienceField. */
export function FactsFields({ facts, onChange }: FactsFieldsProps) {
  const t = useTranslations('library')
  const d = useTranslations('documents')
  const names = new Intl.DisplayNames([useFormats().locale], { type: 'language' })
  const categories = ALL_CATEGORIES.filter((category) => fitsShelves(category, facts.shelves))
  const setShelves = (shelves: Facts['shelves']) => {
    const fitting = ALL_CATEGORIES.filter((category) => fitsShelves(category, shelves))
    const [first] = fitting
    onChange({ shelves, ...(first && !fitting.includes(facts.category) && { category: first }) })
  }
  const text = (
    key: 'number' | 'productCode' | 'productName' | 'productLine',
    label: string,
    longest: number,
  ) => (
    <TextField
      label={label}
      maxLength={longest}
      value={facts[key] ?? ''}
      onChange={(event) => onChange({ [key]: orNull(event.currentTarget.value) })}
    />
  )
  const day = (key: 'effectiveOn' | 'expiresOn', label: string) => (
    <TextField
      type="date"
      label={label}
      max="9999-12-31"
      value={facts[key] ?? ''}
      onChange={(event) => onChange({ [key]: orNull(event.currentTarget.value) })}
    />
  )
  return (
    <>
      <TextField
        label={t('name')}
        maxLength={200}
        value={facts.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Checks
        legend={t('shelves')}
        choices={SHELVES.map((value) => ({ value, label: t(`shelf.${value}`) }))}
        chosen={facts.shelves}
        onChange={setShelves}
      />
      <div className={css.pair}>
        <ChoiceField
          label={d('type')}
          value={facts.type}
          data={TYPES.map((value) => ({ value, label: d(`types.${value}`) }))}
          onChange={(event) => onChange({ type: event.currentTarget.value as Facts['type'] })}
        />
        <ChoiceField
          label={d('category')}
          value={facts.category}
          data={(categories.length > 0 ? categories : [facts.category]).map((value) => ({
            value,
            label: d(`categories.${value}`),
          }))}
          onChange={(event) => onChange({ category: event.currentTarget.value as Facts['category'] })}
        />
        {text('number', d('number'), 60)}
        <ChoiceField
          label={d('language')}
          value={facts.language ?? ''}
          data={[
            { value: '', label: t('noLanguage') },
            ...LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value })),
          ]}
          onChange={(event) =>
            onChange({ language: (orNull(event.currentTarget.value) as Facts['language']) ?? null })
          }
        />
        {text('productCode', t('productCode'), 60)}
        {text('productName', t('productName'), 200)}
        {text('productLine', t('productLine'), 60)}
        <LotsField lotNos={facts.lotNos} onChange={(lotNos) => onChange({ lotNos, lotSource: null })} />
        <LotSourceField facts={facts} onChange={onChange} />
        {day('effectiveOn', d('effectiveOn'))}
        {day('expiresOn', d('expiresOn'))}
      </div>
      <Textarea
        label={t('description')}
        rows={2}
        maxLength={1000}
        value={facts.description ?? ''}
        onChange={(event) => onChange({ description: orNull(event.currentTarget.value) })}
      />
    </>
  )
}

/** Where several systems upstream use the numbers: which of them is meant. */
function LotSourceField({ facts: { lotNos, lotSource }, onChange }: FactsFieldsProps) {
  const t = useTranslations('library')
  const { data } = useQuery({ ...lotSourcesQuery(lotNos, lotSource), enabled: lotNos.length > 0 })
  const sources = lotNos.length > 0 ? (data?.sources ?? []) : []
  if (sources.length < 2) return null
  return (
    <ChoiceField
      label={t('lotSource')}
      description={t('lotSourceHint')}
      value={lotSource === null ? '' : String(lotSource)}
      data={[
        ...(lotSource === null ? [{ value: '', label: t('lotSourceChoose') }] : []),
        ...sources.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onChange({ lotSource: Number(event.currentTarget.value) || null })}
    />
  )
}

type LotsFieldProps = { lotNos: readonly string[]; onChange: (lotNos: string[]) => void }

/** Numbers one after the other; the text stays as it is typed. */
function LotsField({ lotNos, onChange }: LotsFieldProps) {
  const t = useTranslations('library')
  const [text, setText] = useState(() => lotNos.join(', '))
  return (
    <TextField
      label={t('lotNos')}
      description={t('lotNosHint')}
      maxLength={4000}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setText(typed)
        onChange([...new Set(typed.split(/[,;]/).map((lot) => lot.trim()))].filter((lot) => lot !== ''))
      }}
    />
  )
}
