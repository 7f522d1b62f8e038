import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ColumnChoice } from './column-choice.ts'
import css from './column-chooser.module.css'

/** The button "Columns" with a tick for each; for the actions of a page or a panel. */
export function ColumnChooser({ choice }: { choice: ColumnChoice }) {
  const t = useTranslations('ui.table')
  return (
    <Popover position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.75} />}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <div className={css.list}>
          {choice.columns.map((column) => (
            <Checkbox
              key={column.id}
              size="sm"
              label={column.title}
              checked={choice.visibility[column.id] ?? true}
              disabled={column.fixed ?? false}
              onChange={() => choice.toggle(column.id)}
            />
          ))}
        </div>
        {choice.reset && (
          <Button variant="subtle" size="compact-sm" mt="xs" onClick={choice.reset}>
            {t('resetColumns')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
