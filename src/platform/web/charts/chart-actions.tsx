import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../kit/icon-button.tsx'
import type { ChartData } from './chart-data.ts'
import { type SaveAs, SaveMenu, type WithDrawing } from './save-menu.tsx'

type ChartActionsProps = SaveAs & {
  asTable: boolean
  onTable: (asTable: boolean) => void
  data: () => ChartData
  draw: WithDrawing
  /** What is drawn, where that is less than the figures, and what is to be said of it. */
  drawn?: { data: ChartData; note: string } | undefined
}

/** What can be done with every chart: read as a table, saved as figures and as a picture. */
export function ChartActions({ asTable, onTable, data, draw, drawn, ...saveAs }: ChartActionsProps) {
  const t = useTranslations('charts')
  return (
    <>
      <IconButton label={t(asTable ? 'viewAsChart' : 'viewAsTable')} onClick={() => onTable(!asTable)}>
        {asTable ? <IconChartBar size={18} stroke={1.75} /> : <IconTable size={18} stroke={1.75} />}
      </IconButton>
      <SaveMenu
        {...saveAs}
        data={data}
        picture={{ draw, disabled: asTable, ...(drawn && { data: () => drawn.data, note: drawn.note }) }}
      />
    </>
  )
}
