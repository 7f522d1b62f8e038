import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { saveBlob } from '../api/download.ts'
import { ActionMenu } from '../kit/action-menu.tsx'
import { IconButton } from '../kit/icon-button.tsx'

type ChartActionsProps = {
  title: string
  /** Of the files, without ending. */
  fileName: string
  asTable: boolean
  onTable: (asTable: boolean) => void
  csv: () => string
  onPng: () => void
}

/** What can be done with every chart: read as a table, saved as figures and as a picture. */
export function ChartActions({ title, fileName, asTable, onTable, csv, onPng }: ChartActionsProps) {
  const t = useTranslations('ui.chart')
  return (
    <>
      <IconButton label={t(asTable ? 'viewAsChart' : 'viewAsTable')} onClick={() => onTable(!asTable)}>
        {asTable ? <IconChartBar size={18} stroke={1.75} /> : <IconTable size={18} stroke={1.75} />}
      </IconButton>
      <ActionMenu
        label={t('export', { chart: title })}
        trigger={(props) => (
          <IconButton label={t('export', { chart: title })} {...props}>
            <IconDownload size={18} stroke={1.75} />
          </IconButton>
        )}
        sections={[
          {
            actions: [
              {
                key: 'csv',
                label: t('exportCsv'),
                onSelect: () => saveBlob(new Blob([csv()], { type: 'text/csv' }), `${fileName}.csv`),
              },
              // The picture is of the drawing; the table has none.
              { key: 'png', label: t('exportPng'), disabled: asTable, onSelect: onPng },
            ],
          },
        ]}
      />
    </>
  )
}
