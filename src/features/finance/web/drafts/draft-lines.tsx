import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ChangeEvent } from 'react'
import { useTranslations } from 'use-intl'
import { writeTyped } from '../../../../platform/web/format/typed-number.ts'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { IconButton } from '../../../../platform/web/kit/icon-button.tsx'
import { NumberField } from '../../../../platform/web/kit/number-field.tsx'
import { MOST_LINES } from '../../drafts-contract.ts'
import { amountBounds, BOUNDS, type DraftValues, EMPTY_LINE } from './draft-values.ts'
import css from './drafts.module.css'
import { OwnField } from './own-field.tsx'

type PartsProps = { values: DraftValues; change: (patch: Partial<DraftValues>) => void }

const LINE_FIELDS = ['itemNo', 'description', 'quantity', 'unit', 'unitPrice', 'lots'] as const
const LONGEST = { itemNo: 100, description: 500, quantity: 20, unit: 20, unitPrice: 24, lots: 200 }

/** What is charged for, line by line. */
export function DraftLines({ values: { lines, tenantId, currency }, change }: PartsProps) {
  const t = useTranslations('finance.drafts')
  const tColumns = useTranslations('finance.lines.columns')
  const titleOf = (field: (typeof LINE_FIELDS)[number]) => (field === 'lots' ? t('lots') : tColumns(field))
  return (
    <fieldset className={css.rows}>
      <legend>{t('lines')}</legend>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity than its place
        <div key={at} className={css.line} data-kind="line">
          {LINE_FIELDS.map((field) => {
            const props = {
              label: titleOf(field),
              'aria-label': t('ofLine', { field: titleOf(field), line: at + 1 }),
              path: `lines.${at}.${field}`,
              maxLength: LONGEST[field],
              value: line[field],
              onChange: (event: ChangeEvent<HTMLInputElement>) =>
                change({ lines: lines.with(at, { ...line, [field]: event.currentTarget.value }) }),
            }
            if (field === 'quantity' || field === 'unitPrice')
              return <NumberField key={field} {...props} optional bounds={BOUNDS[field]} />
            if (field === 'itemNo') {
              const { onChange: _, ...own } = props
              return (
                <OwnField
                  key={field}
                  {...own}
                  of="items"
                  tenantId={tenantId}
                  currency={currency}
                  onType={(itemNo, item) =>
                    change({
                      lines: lines.with(at, {
                        ...line,
                        itemNo,
                        description: line.description || (item?.label ?? ''),
                        unit: line.unit || (item?.unit ?? ''),
                        unitPrice: line.unitPrice || (item?.unitPrice ? writeTyped(item.unitPrice) : ''),
                      }),
                    })
                  }
                />
              )
            }
            return <TextField key={field} {...props} />
          })}
          <IconButton
            label={t('removeLine', { line: at + 1 })}
            disabled={lines.length === 1}
            onClick={() => change({ lines: lines.toSpliced(at, 1) })}
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
          onClick={() => change({ lines: [...lines, EMPTY_LINE] })}
        >
          {t('addLine')}
        </Button>
      </div>
    </fieldset>
  )
}

/** Taxes as they are to stand on the invoice. */
export function DraftTaxes({ values: { taxes, currency }, change }: PartsProps) {
  const t = useTranslations('finance.drafts')
  return (
    <fieldset className={css.rows}>
      <legend>{t('taxes')}</legend>
      {taxes.map((tax, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tax has no other identity than its place
        <div key={at} className={css.line} data-kind="tax">
          <TextField
            label={t('taxName')}
            path={`taxes.${at}.name`}
            maxLength={60}
            value={tax.name}
            needed
            onChange={(event) =>
              change({ taxes: taxes.with(at, { ...tax, name: event.currentTarget.value }) })
            }
          />
          <NumberField
            bounds={amountBounds(currency)}
            label={t('taxAmount')}
            path={`taxes.${at}.amount`}
            maxLength={20}
            value={tax.amount}
            onChange={(event) =>
              change({ taxes: taxes.with(at, { ...tax, amount: event.currentTarget.value }) })
            }
          />
          <IconButton
            label={t('removeTax', { tax: at + 1 })}
            onClick={() => change({ taxes: taxes.toSpliced(at, 1) })}
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
          disabled={taxes.length >= 6}
          onClick={() => change({ taxes: [...taxes, { name: '', amount: '' }] })}
        >
          {t('addTax')}
        </Button>
      </div>
    </fieldset>
  )
}
