import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import css from './documents.module.css'
import { documentationNavigation, factSheetsNavigation } from './navigation.ts'

const AREAS = [
  { key: 'documentation', item: documentationNavigation },
  { key: 'factSheets', item: factSheetsNavigation },
] as const

/** The way into the product's areas. */
export default function ProductPage() {
  const t = useTranslations('documents')
  return (
    <>
      <PageHead title={t('product.title')} subtitle={t('product.subtitle')} />
      <ul className={css.cards}>
        {AREAS.map(({ key, item: { to, icon: Icon } }) => (
          <li key={key}>
            <Link to={to} className={css.area}>
              <Icon size={28} stroke={1.5} aria-hidden />
              <strong>{t(`${key}.title`)}</strong>
              <span>{t(`${key}.subtitle`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
