import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { catalogueNavigation } from '../../catalogue/web/published.ts'
import css from './documents.module.css'
import { documentationNavigation, factSheetsNavigation } from './navigation.ts'

const AREAS = [
  { key: 'catalogue', item: catalogueNavigation },
  { key: 'documents.documentation', item: documentationNavigation },
  { key: 'documents.factSheets', item: factSheetsNavigation },
] as const

/** The way into the product's areas. */
export default function ProductPage() {
  const t = useTranslations()
  const access = useAccess()
  return (
    <>
      <PageHead title={t('documents.product.title')} subtitle={t('documents.product.subtitle')} />
      <ul className={css.cards}>
        {AREAS.filter(({ item }) => can(access, item)).map(({ key, item: { to, icon: Icon } }) => (
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
