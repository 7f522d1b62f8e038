import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { DocumentsPage } from '../contract.ts'
import { CATEGORIES } from '../domain/vocabulary.ts'
import css from './documents.module.css'

type Category = (typeof CATEGORIES.product)[number]
type Props = {
  counts: DocumentsPage['counts']
  value: Category | undefined
  onChange: (category: Category | undefined) => void
}

/** The categories with how many documents each holds, whatever else is looked for. */
export function CategoryList({ counts, value, onChange }: Props) {
  const t = useTranslations('documents')
  const formats = useFormats()
  const items = [
    { category: undefined, label: t('allDocuments'), count: counts?.all },
    ...CATEGORIES.product.map((category) => ({
      ...{ category, label: t(`categories.${category}`) },
      count: counts ? (counts.categories[category] ?? 0) : undefined,
    })),
  ]
  return (
    <fieldset className={css.categories} aria-label={t('category')}>
      {items.map(({ category, label, count }) => (
        <button
          type="button"
          key={label}
          aria-pressed={category === value}
          onClick={() => onChange(category)}
        >
          <span>{label}</span>
          <em>{count === undefined ? '' : formats.count(count)}</em>
        </button>
      ))}
    </fieldset>
  )
}
