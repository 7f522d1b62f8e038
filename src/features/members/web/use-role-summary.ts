import { useTranslations } from 'use-intl'
import type { Permission } from '../../../platform/contract/permissions.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'

/** What holding these permissions means, as one sentence in the shown language. */
export function useRoleSummary(): (permissions: readonly Permission[]) => string {
  const t = useTranslations('permissions')
  const formats = useFormats()
  return (permissions) =>
    permissions.length === 0
      ? t('nothing')
      : t('may', { list: formats.list(permissions.map((permission) => t(`of.${permission}`))) })
}
