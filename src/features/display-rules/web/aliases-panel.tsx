import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import type { CustomerAlias } from '../contract.ts'
import { AliasDialog } from './alias-dialog.tsx'
import css from './rules.module.css'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
/** More are found by searching. */
const MOST_SHOWN = 100

type PanelProps = { aliases: readonly CustomerAlias[]; onChange: (aliases: CustomerAlias[]) => void }

/** Names of customers as upstream writes them, and what stands for them. */
export function AliasesPanel({ aliases, onChange }: PanelProps) {
  const t = useTranslations('displayRules')
  const [search, setSearch] = useState<string>()
  const [editing, setEditing] = useState<CustomerAlias | 'new' | null>(null)
  const term = (search ?? '').toLowerCase()
  const found = aliases.filter(({ variant, displayName }) =>
    `${variant}\n${displayName}`.toLowerCase().includes(term),
  )
  return (
    <div className={css.space}>
      <Panel
        title={t('aliases')}
        note={t('aliasesNote')}
        flush
        actions={
          <Button variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => setEditing('new')}>
            {t('addAlias')}
          </Button>
        }
      >
        {aliases.length > 10 && (
          <div className={css.empty}>
            <SearchField label={t('search')} placeholder={t('search')} value={search} onChange={setSearch} />
          </div>
        )}
        {found.length === 0 && (
          <p className={css.empty}>{t(aliases.length === 0 ? 'noAliases' : 'noneFound')}</p>
        )}
        <RecordList
          label={t('aliases')}
          items={found.slice(0, MOST_SHOWN).map((alias) => ({
            key: alias.variant,
            title: alias.variant,
            facts: [t('shownAs', { name: alias.displayName })],
            actions: (
              <>
                <IconButton
                  variant="subtle"
                  label={t('editAlias', { name: alias.variant })}
                  onClick={() => setEditing(alias)}
                >
                  <IconPencil {...ICON} />
                </IconButton>
                <IconButton
                  variant="subtle"
                  label={t('removeAlias', { name: alias.variant })}
                  onClick={() => onChange(aliases.filter((one) => one !== alias))}
                >
                  <IconTrash {...ICON} />
                </IconButton>
              </>
            ),
          }))}
        />
        {found.length > MOST_SHOWN && (
          <p className={css.empty}>{t('more', { shown: MOST_SHOWN, total: found.length })}</p>
        )}
      </Panel>
      {editing && (
        <AliasDialog
          alias={editing === 'new' ? null : editing}
          others={aliases.filter((one) => one !== editing)}
          onClose={() => setEditing(null)}
          onSave={(alias) => {
            onChange(
              editing === 'new' ? [...aliases, alias] : aliases.map((one) => (one === editing ? alias : one)),
            )
            setEditing(null)
          }}
        />
      )}
    </div>
  )
}
