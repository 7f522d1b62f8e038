import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileText, IconListDetails, IconX } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { ActionMenu, type MenuSection } from '../../../platform/web/kit/action-menu.tsx'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import { type Exportable, useExport } from './use-export.ts'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The user's exports; loaded when it is opened. */
const ExportsSheet = lazyComponent(() => import('./exports-sheet.tsx'))

type Offer = Exportable & {
  /** What it is, above its formats. */
  title: string
  /** Where a CSV is less than the workbook. */
  csv?: string
}

type ExportMenuProps = {
  offers: readonly Offer[]
  size?: 'compact-sm'
  /** The list of exports lies over the place of the menu, or not any longer. */
  onList?: (opened: boolean) => void
}

/**
 * What a screen or a list shows as files, every row of it, however many are loaded (G5). The same button before and
 * while the file comes, so that the focus stays; its menu then offers to cancel.
 */
export function ExportMenu({ offers, size, onList }: ExportMenuProps) {
  const t = useTranslations('exports')
  const formats = useFormats()
  const { received, start, cancel, listOpen, openList, closeList } = useExport()
  const running = received !== null
  useEffect(() => onList?.(listOpen), [onList, listOpen])
  const offered = offers.map(
    ({ title, csv, ...what }): MenuSection => ({
      title,
      actions: [
        {
          key: `${what.kind} xlsx`,
          disabled: !what.rows,
          label: t('formats.xlsx'),
          icon: <IconFileSpreadsheet {...ICON} />,
          onSelect: () => start(what, 'xlsx'),
        },
        {
          key: `${what.kind} csv`,
          disabled: !what.rows,
          label: csv ?? t('formats.csv'),
          icon: <IconFileText {...ICON} />,
          onSelect: () => start(what, 'csv'),
        },
      ],
    }),
  )
  const mine = {
    actions: [{ key: 'mine', label: t('title'), icon: <IconListDetails {...ICON} />, onSelect: openList }],
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
            {...(size && { size })}
            leftSection={running ? <Loader size={16} aria-hidden /> : <IconDownload {...ICON} />}
            {...props}
          >
            {running ? t('exportingSoFar', { size: formats.fileSize(received) }) : t('export')}
          </Button>
        )}
        sections={[...(running ? [wayOut] : offered), mine]}
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
