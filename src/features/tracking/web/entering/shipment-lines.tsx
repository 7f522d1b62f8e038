import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { IconButton } from '../../../../platform/web/kit/icon-button.tsx'
import { MOST_LINES } from '../../entered-contract.ts'
import css from './entering.module.css'
import { EMPTY_LINE, type LineValues } from './shipment-values.ts'

const FIELDS = ['itemName', 'itemNo', 'lot', 'quantity', 'unit', 'order'] as const
const LONGEST = { itemName: 500, itemNo: 100, lot: 100, quantity: 14, unit: 30, order: 200 }
const TITLES = {
  itemName: 'item',
  itemNo: 'itemNo',
  lot: 'lot',
  quantity: 'quantity',
  unit: 'unit',
  order: 'otherOrder',
} as const

type LinesProps = { lines: readonly LineValues[]; onChange: (lines: LineValues[]) => void }

/** What is in it, line by line, each with its lot. */
export function ShipmentLines({ lines, onChange }: LinesProps) {
  const t = useTranslations('tracking.entering')
  const tLines = useTranslations('tracking.lines')
  return (
    <fieldset className={css.rows}>
      <legend>{t('lines')}</legend>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity than its place
        <div key={at} className={css.line}>
          {FIELDS.map((field) => (
            <TextField
              key={field}
              label={tLines(TITLES[field])}
              aria-label={t('ofLine', { field: tLines(TITLES[field]), line: at + 1 })}
              maxLength={LONGEST[field]}
              {...(field === 'quantity' && { inputMode: 'decimal' as const })}
              value={line[field]}
              onChange={(event) => onChange(lines.with(at, { ...line, [field]: event.currentTarget.value }))}
            />
          ))}
          <IconButton
            label={t('removeLine', { line: at + 1 })}
            onClick={() => onChange(lines.toSpliced(at, 1))}
          >
            <IconX size={18} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={lines.length >= MOST_LINES}
          onClick={() => onChange([...lines, EMPTY_LINE])}
        >
          {t('addLine')}
        </Button>
      </div>
    </fieldset>
  )
}
