import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './dropdown.module.css'
import { Dropdown, type DropdownTrigger } from './dropdown.tsx'

export type MenuAction = {
  key: string
  label: string
  icon?: ReactNode
  /** One of several: says whether it is the chosen one. */
  checked?: boolean
  disabled?: boolean
  /** The language of the label, where it is not that of the page. */
  lang?: string
  onSelect: () => void
}

export type MenuSection = { title?: string; actions: readonly MenuAction[] }

type ActionMenuProps = {
  label: string
  align?: 'start' | 'end'
  /** Stands above the actions. */
  head?: ReactNode
  sections: readonly MenuSection[]
  trigger: (props: DropdownTrigger) => ReactNode
}

/** A button with a menu of actions, in sections. */
export const ActionMenu = ({ label, align = 'end', head, sections, trigger }: ActionMenuProps) => (
  <Dropdown label={label} role="menu" align={align} trigger={trigger}>
    {(close) => (
      <>
        {head}
        {sections.map(({ title, actions }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a menu
          <div key={title ?? actions[0]?.key} role="group" aria-label={title}>
            {(index > 0 || head) && <hr className={css.line} />}
            {title && (
              <span className={css.title} aria-hidden>
                {title}
              </span>
            )}
            {actions.map((action) => (
              // biome-ignore lint/a11y/useAriaPropsSupportedByRole: with aria-checked the role is menuitemradio
              <button
                key={action.key}
                type="button"
                className={css.item}
                role={action.checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={action.checked}
                disabled={action.disabled}
                lang={action.lang}
                tabIndex={-1}
                onClick={() => {
                  close()
                  action.onSelect()
                }}
              >
                {action.icon}
                <span>{action.label}</span>
                {action.checked && <IconCheck size={16} aria-hidden />}
              </button>
            ))}
          </div>
        ))}
      </>
    )}
  </Dropdown>
)
