import { IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAccess } from '../access/access.tsx'
import { ActionMenu } from '../kit/action-menu.tsx'
import { IconButton } from '../kit/icon-button.tsx'
import { toast } from '../kit/toast.ts'
import type { ChartData } from './chart-data.ts'
import type { SaveKind } from './files/save-chart.ts'

/** What is saved, but for its figures. */
export type SaveAs = {
  /** Of the chart or table. */
  title: string
  /** Subject, period and unit, as below the title. */
  note?: string | false | null | undefined
  /** Of the files, without ending. */
  fileName: string
  /** Names of filters of the screen that do not act on these figures. */
  regardless?: readonly string[] | undefined
}

/** Hands over the drawing as it looks now; one that is only drawn for the picture may come later. */
export type WithDrawing = (take: (drawing: SVGSVGElement) => Promise<void>) => void

type SaveMenuProps = SaveAs & {
  data: () => ChartData
  picture?: {
    draw: WithDrawing
    /** Of the drawing, where it shows less than the figures. */
    data?: () => ChartData
    note?: string | undefined
    disabled: boolean
  }
}

/** The files that figures leave as: for other programs, as a workbook, and as a picture where they are drawn. */
export function SaveMenu({ title, note, fileName, regardless = [], data, picture }: SaveMenuProps) {
  const t = useTranslations('charts')
  const tFilters = useTranslations('ui.filters')
  const { tenant } = useAccess()
  const place = useRef<HTMLButtonElement>(null)

  const save = async (kind: SaveKind, drawing?: SVGSVGElement) => {
    let maker: typeof import('./files/save-chart.ts') | undefined
    try {
      // What makes files is no part of a first visit.
      maker = await import('./files/save-chart.ts')
      if (!place.current) return
      await maker.saveChart({
        kind,
        fileName,
        title,
        note: [note, drawing && picture?.note].filter(Boolean).join(' · '),
        client: tenant?.name,
        data: (drawing && picture?.data ? picture.data : data)(),
        drawing,
        place: place.current,
        regardless,
        words: {
          about: t('about.sheet'),
          what: t('about.what'),
          value: t('about.value'),
          figures: t('about.figures'),
          note: t('about.note'),
          remark: t('about.remark'),
          client: t('about.client'),
          filter: (filter) => tFilters('name', { filter }),
        },
      })
    } catch {
      toast.failed(t(drawing && maker ? 'pngFailed' : 'failed'))
    }
  }
  const label = t('export', { chart: title })
  return (
    <ActionMenu
      label={label}
      trigger={(props) => (
        <IconButton ref={place} label={label} {...props}>
          <IconDownload size={18} stroke={1.75} />
        </IconButton>
      )}
      sections={[
        {
          actions: [
            { key: 'csv', label: t('exportCsv'), onSelect: () => void save('csv') },
            { key: 'xlsx', label: t('exportXlsx'), onSelect: () => void save('xlsx') },
            ...(picture
              ? [
                  {
                    key: 'png',
                    label: t('exportPng'),
                    // The picture is of the drawing; the table has none.
                    disabled: picture.disabled,
                    onSelect: () => picture.draw((drawing) => save('png', drawing)),
                  },
                ]
              : []),
          ],
        },
      ]}
    />
  )
}
