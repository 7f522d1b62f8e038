import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MODULES } from '../../../platform/contract/permissions.ts'
import { ActionMenu } from '../../../platform/web/kit/action-menu.tsx'
import { Badge } from '../../../platform/web/kit/badge.tsx'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import type { ModulesRow } from '../contract.ts'
import css from './modules.module.css'
import type { useModuleChanges } from './use-module-changes.ts'

type MatrixProps = {
  rows: readonly ModulesRow[]
  total: number | null
  search: string | undefined
  busy: boolean
  changes: ReturnType<typeof useModuleChanges>
}

/** Where an arrow key leads from a cell. */
const STEPS: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Clients by modules, a switch each. One stop for Tab; arrows go from switch to switch, Space turns one. */
export function ModulesMatrix({ rows, total, search, busy, changes }: MatrixProps) {
  const t = useTranslations('modules')
  const [at, setAt] = useState<readonly [number, number]>([0, 0])
  const go = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key]
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')
    if (!step || !cell) return
    event.preventDefault()
    const [row = 0, column = 0] = (cell.dataset.cell ?? '').split(' ').map(Number)
    const next = [row + step[0], column + step[1]] as const
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next[0]} ${next[1]}"]`)?.focus()
  }
  const all = (visible: boolean, id: number) =>
    void changes.change(MODULES.map((module) => ({ client: id, module, visible })))
  const stop = [Math.min(at[0], Math.max(0, rows.length - 1)), at[1]]
  return (
    <div className={css.frame} aria-busy={busy || undefined}>
      <table className={css.matrix} aria-label={t('title')} onKeyDown={go}>
        <thead>
          <tr>
            <th scope="col" className={css.client}>
              {t('client')}
            </th>
            {MODULES.map((module) => (
              <th key={module} scope="col">
                <ActionMenu
                  label={t('ofColumn', { module: t(`names.${module}`) })}
                  sections={[
                    {
                      title: t('forAll', { count: total ?? rows.length }),
                      actions: [true, false].map((visible) => ({
                        key: String(visible),
                        label: t(visible ? 'showForAll' : 'hideForAll'),
                        onSelect: () => void changes.changeForAll({ module, visible }, search),
                      })),
                    },
                  ]}
                  trigger={(props) => (
                    <button type="button" className={css.head} {...props}>
                      {t(`names.${module}`)}
                      <IconChevronDown size={14} aria-hidden />
                    </button>
                  )}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, suspended, hidden }, row) => (
            <tr key={id}>
              <th scope="row" className={css.client}>
                <span>
                  {name} {suspended && <Badge tone="bad">{t('suspended')}</Badge>}
                </span>
                <ActionMenu
                  label={t('ofRow', { client: name })}
                  sections={[
                    {
                      actions: [true, false].map((visible) => ({
                        key: String(visible),
                        label: t(visible ? 'showAll' : 'hideAll'),
                        onSelect: () => all(visible, id),
                      })),
                    },
                  ]}
                  trigger={(props) => (
                    <IconButton label={t('ofRow', { client: name })} {...props}>
                      <IconDots size={16} aria-hidden />
                    </IconButton>
                  )}
                />
              </th>
              {MODULES.map((module, column) => {
                const visible = changes.comingOf(id, module) ?? !hidden.includes(module)
                return (
                  <td key={module}>
                    <button
                      type="button"
                      role="switch"
                      className={css.switch}
                      aria-checked={visible}
                      aria-label={t('cell', { module: t(`names.${module}`), client: name })}
                      data-cell={`${row} ${column}`}
                      tabIndex={stop[0] === row && stop[1] === column ? 0 : -1}
                      onFocus={() => setAt([row, column])}
                      onClick={() => void changes.change([{ client: id, module, visible: !visible }])}
                    >
                      <span className={css.name} aria-hidden>
                        {t(`names.${module}`)}
                      </span>
                      <i aria-hidden />
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
