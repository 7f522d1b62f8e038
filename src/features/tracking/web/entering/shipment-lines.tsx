import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ChangeEvent } from 'react'
import { useTranslations } from 'use-intl'
import { QUANTITY_TOLD } from '../../../../platform/web/format/typed-number.ts'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { IconButton } from '../../../../platform/web/kit/icon-button.tsx'
import { NumberField } from '../../../../platform/web/kit/number-field.tsx'
import { MOST_LINES } from '../../entered-contract.ts'
import css from './entering.module.css'
import { EMPTY_LINE, type LineValues } from './shipment-values.ts'

const FIELDS = ['itemName', 'itemNo', 'lot', 'quantity', 'unit', 'order'] as const
const LONGEST = { itemName: 500, itemNo: 100, lot: 100, quantity: 20, unit: 30, order: 200 }
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
          {FIELDS.map((field) => {
            const props = {
              label: tLines(TITLES[field]),
              'aria-label': t('ofLine', { field: tLines(TITLES[field]), line: at + 1 }),
              path: `lines.${at}.${field}`,
              maxLength: LONGEST[field],
              value: line[field],
              onChange: (event: ChangeEvent<HTMLInputElement>) =>
                onChange(lines.with(at, { ...line, [field]: event.currentTarget.value })),
            }
            return field === 'quantity' ? (
              <NumberField key={field} {...props} optional bounds={QUANTITY_TOLD} />
            ) : (
              <TextField key={field} {...props} />
            )
          })}
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
