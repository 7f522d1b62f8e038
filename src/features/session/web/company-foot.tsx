import { useTranslations } from 'use-intl'
import { brandName, company } from '../../../platform/web/brand.ts'
import css from './company-foot.module.css'

/** Whose portal this is and how to reach them, as far as the Company page says, for whoever is not signed in (H1). */
export function CompanyFoot() {
  const t = useTranslations('session')
  const { legalName, address, hours, email, phone } = company
  const year = String(new Date().getFullYear())
  const reached = [address, hours, email, phone].some(Boolean)
  return (
    <>
      {reached && (
        <address className={css.reach} aria-label={t('reach', { company: legalName ?? brandName })}>
          {legalName && <strong>{legalName}</strong>}
          {address && <span>{address}</span>}
          {hours && <span>{hours}</span>}
          {email && (
            <span>
              <a href={`mailto:${email}`}>{email}</a>
            </span>
          )}
          {phone && (
            <span>
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
            </span>
          )}
        </address>
      )}
      <p>{t('copyright', { year, brand: legalName ?? brandName })}</p>
    </>
  )
}
