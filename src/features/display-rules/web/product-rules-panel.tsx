import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { RecordList } from '../../../platform/web/kit/record-list.tsx'
import type { ProductRule } from '../contract.ts'
import { ProductRuleDialog } from './product-rule-dialog.tsx'
import css from './rules.module.css'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type PanelProps = { rules: readonly ProductRule[]; onChange: (rules: ProductRule[]) => void }

/** The rules for products in their order: the first that fits decides. */
export function ProductRulesPanel({ rules, onChange }: PanelProps) {
  const t = useTranslations('displayRules')
  /** Place of the rule that is being edited; the length of the list: a new one. */
  const [editing, setEditing] = useState<number | null>(null)
  const swap = (at: number, other: number) =>
    onChange(
      rules.map((rule, n) => (n === at ? rules[other] : n === other ? rules[at] : rule) as ProductRule),
    )
  return (
    <div className={css.space}>
      <Panel
        title={t('products')}
        note={t('productsNote')}
        flush
        actions={
          <Button
            variant="default"
            leftSection={<IconPlus {...ICON} />}
            onClick={() => setEditing(rules.length)}
          >
            {t('addRule')}
          </Button>
        }
      >
        {rules.length === 0 && <p className={css.empty}>{t('noRules')}</p>}
        <RecordList
          label={t('products')}
          items={rules.map((rule, at) => ({
            key: at,
            title: t('ruleShows', { name: rule.displayName }),
            facts: [
              t(`when.${rule.kind}`, { field: rule.field, text: rule.wanted, digits: rule.digits ?? 0 }),
              t(rule.ignoreCase ? 'anyCase' : 'exactCase'),
            ],
            actions: (
              <>
                <IconButton
                  variant="subtle"
                  label={t('moveUp', { name: rule.displayName })}
                  disabled={at === 0}
                  onClick={() => swap(at, at - 1)}
                >
                  <IconArrowUp {...ICON} />
                </IconButton>
                <IconButton
                  variant="subtle"
                  label={t('moveDown', { name: rule.displayName })}
                  disabled={at === rules.length - 1}
                  onClick={() => swap(at, at + 1)}
                >
                  <IconArrowDown {...ICON} />
                </IconButton>
                <IconButton
                  variant="subtle"
                  label={t('editRule', { name: rule.displayName })}
                  onClick={() => setEditing(at)}
                >
                  <IconPencil {...ICON} />
                </IconButton>
                <IconButton
                  variant="subtle"
                  label={t('removeRule', { name: rule.displayName })}
                  onClick={() => onChange(rules.filter((_, n) => n !== at))}
                >
                  <IconTrash {...ICON} />
                </IconButton>
              </>
            ),
          }))}
        />
      </Panel>
      {editing !== null && (
        <ProductRuleDialog
          rule={rules[editing]}
          onClose={() => setEditing(null)}
          onSave={(rule) => {
            onChange([...rules.slice(0, editing), rule, ...rules.slice(editing + 1)])
            setEditing(null)
          }}
        />
      )}
    </div>
  )
}
