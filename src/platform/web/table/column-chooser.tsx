import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Dropdown } from '../kit/dropdown.tsx'
import type { ColumnChoice } from './column-choice.ts'
import css from './column-chooser.module.css'

/** The button "Columns" with a tick for each; for the actions of a page or a panel. */
export function ColumnChooser({ choice }: { choice: ColumnChoice }) {
  const t = useTranslations('ui.table')
  return (
    <Dropdown
      label={t('columns')}
      role="dialog"
      trigger={(props) => (
        <Button variant="default" leftSection={<IconColumns3 size={18} stroke={1.75} />} {...props}>
          {t('columns')}
        </Button>
      )}
    >
      {() => (
        <div className={css.list}>
          {choice.columns.map(({ id, title, fixed }) => (
            <label key={id} className={css.tick}>
              <input
                type="checkbox"
                checked={choice.visibility[id] ?? true}
                disabled={fixed}
                onChange={() => choice.toggle(id)}
              />
              {title}
            </label>
          ))}
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={!choice.reset}
            onClick={() => choice.reset?.()}
          >
            {t('resetColumns')}
          </Button>
        </div>
      )}
    </Dropdown>
  )
}
