import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileText, IconListDetails, IconX } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ActionMenu } from '../../../platform/web/kit/action-menu.tsx'
import { ExportsSheet } from '../../exports/web/published.ts'
import type { OrdersFilter } from './orders-search.ts'
import { useExport } from './use-export.ts'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/**
 * Every order that the filters select as a file, however many the table has loaded (G5). The same button before and
 * while the file comes, so that the focus stays; its menu then offers to cancel.
 */
export function ExportMenu({ filter, rows }: { filter: OrdersFilter; rows: number | null }) {
  const t = useTranslations('orders')
  const formats = useFormats()
  const { received, start, cancel, listOpen, openList, closeList } = useExport(filter, rows)
  const running = received !== null
  const offered = {
    title: t('matching', { count: rows ?? 0 }),
    actions: [
      {
        key: 'xlsx',
        disabled: !rows,
        label: t('formats.xlsx'),
        icon: <IconFileSpreadsheet {...ICON} />,
        onSelect: () => start('xlsx'),
      },
      {
        key: 'csv',
        disabled: !rows,
        label: t('formats.csv'),
        icon: <IconFileText {...ICON} />,
        onSelect: () => start('csv'),
      },
    ],
  }
  const mine = {
    actions: [
      { key: 'mine', label: t('myExports'), icon: <IconListDetails {...ICON} />, onSelect: openList },
    ],
  }
  const wayOut = {
    actions: [{ key: 'cancel', label: t('cancelExport'), icon: <IconX {...ICON} />, onSelect: cancel }],
  }
  return (
    <span>
      <ActionMenu
        label={t('export')}
        trigger={(props) => (
          <Button
            variant="default"
            leftSection={running ? <Loader size={16} aria-hidden /> : <IconDownload {...ICON} />}
            {...props}
          >
            {running ? t('exportingSoFar', { size: formats.fileSize(received) }) : t('export')}
          </Button>
        )}
        sections={[running ? wayOut : offered, mine]}
      />
      {listOpen && (
        <Suspense fallback={null}>
          <ExportsSheet opened onClose={closeList} />
        </Suspense>
      )}
      <VisuallyHidden role="status">{running && t('exporting')}</VisuallyHidden>
    </span>
  )
}
