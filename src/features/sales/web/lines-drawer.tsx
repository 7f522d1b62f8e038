import { Drawer } from '@mantine/core'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import RowSheet from '../../../platform/web/table/row-sheet.tsx'
import type { AnySalesLine } from '../contract.ts'
import { FigureLines, type FigureLinesProps, numberOf } from './figure-lines.tsx'
import css from './lines-drawer.module.css'
import { useLineColumns } from './use-line-columns.tsx'

type LinesDrawerProps = Omit<FigureLinesProps, 'columns' | 'onOpen' | 'onExports'> & {
  opened: boolean
  onClose: () => void
}

const NOT_PRINTED = { 'data-print': 'no' }

/** The lines behind a figure, over the screen. Its owner gives the focus back: the address may have opened it. */
export default function LinesDrawer({ opened, onClose, ...lines }: LinesDrawerProps) {
  const t = useTranslations('sales.lines')
  const tUi = useTranslations('ui')
  const { dataset = 'history' } = lines.figure.behind
  const columns = useLineColumns(dataset, true)
  const facts = useLineColumns(dataset, false)
  const [sheet, setSheet] = useState<{ row: AnySalesLine; opened: boolean } | null>(null)
  const [exportsOpen, setExportsOpen] = useState(false)
  // The back key closes the lines, and with them the line that lay over them.
  if (!opened && sheet?.opened) setSheet({ ...sheet, opened: false })
  const phone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  return (
    <>
      <Drawer
        opened={opened}
        onClose={onClose}
        title={t('title', { figure: lines.figure.name })}
        position={phone ? 'bottom' : 'right'}
        size={phone ? '100%' : 'min(1320px, 94vw)'}
        // The sheet of one line and the exports lie over this one and close first.
        closeOnEscape={!sheet?.opened && !exportsOpen}
        lockScroll={false}
        returnFocus={false}
        closeButtonProps={{ 'aria-label': tUi('close'), ...NOT_PRINTED }}
        classNames={{
          overlay: css.overlay,
          inner: css.inner,
          content: css.content,
          header: css.header,
          body: css.body,
        }}
      >
        <FigureLines
          {...lines}
          columns={columns}
          onOpen={(row) => setSheet({ row, opened: true })}
          onExports={setExportsOpen}
        />
      </Drawer>
      {sheet && (
        <RowSheet
          {...sheet}
          title={(line) => {
            const number = numberOf(line)
            if (!number) return line.product
            return dataset === 'current' ? t('lineOfOrder', { so: number }) : t('lineOf', { invoice: number })
          }}
          columns={facts}
          onClose={() => setSheet({ ...sheet, opened: false })}
        />
      )}
    </>
  )
}
