import { Button } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ActionMenu } from '../../../platform/web/kit/action-menu.tsx'
import { useFileExport } from '../../../platform/web/kit/use-file-export.ts'
import { type AuditSearch, filterOf } from './audit-search.ts'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** Every entry that the filters select, as a file. Taking it is itself on record. */
export function AuditExport({ search, rows }: { search: AuditSearch; rows: number | null }) {
  const t = useTranslations('audit')
  const tFormats = useTranslations('exports.formats')
  const { exporting, start } = useFileExport('/audit/export', {
    saved: (name) => t('exported', { name }),
    failed: (reason) => t('exportFailed', { reason }),
  })
  const as = (format: 'csv' | 'xlsx', icon: ReactNode) => ({
    key: format,
    disabled: !rows || exporting,
    label: tFormats(format),
    icon,
    onSelect: () => start({ ...filterOf(search), format }, `audit.${format}`),
  })
  return (
    <ActionMenu
      label={t('export')}
      trigger={(props) => (
        <Button variant="default" leftSection={<IconDownload {...ICON} />} {...props}>
          {t('export')}
        </Button>
      )}
      sections={[
        {
          title: t('rows', { count: rows ?? 0 }),
          actions: [as('xlsx', <IconFileSpreadsheet {...ICON} />), as('csv', <IconFileText {...ICON} />)],
        },
      ]}
    />
  )
}
