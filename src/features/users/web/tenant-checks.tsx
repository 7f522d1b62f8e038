import { useTranslations } from 'use-intl'
import { TenantsField } from '../../tenants/web/published.ts'

type TenantChecksProps = {
  /** Null: all tenants. */
  value: readonly number[] | null
  onChange: (value: number[] | null) => void
}

/** Which companies one of the staff may see. */
export function TenantChecks(props: TenantChecksProps) {
  const t = useTranslations('users')
  return (
    <TenantsField
      label={t('sees')}
      all={t('seesAll')}
      some={t('seesAssigned')}
      legend={t('assigned')}
      {...props}
    />
  )
}
