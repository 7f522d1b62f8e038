import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import css from './dropdown.module.css'
import { placeNear } from './place-near.ts'

export type DropdownTrigger = {
  id: string
  popoverTarget: string
  'aria-expanded': boolean
  'aria-haspopup': 'menu' | 'dialog'
}

type DropdownProps = {
  /** Name of what opens. */
  label: string
  role: 'menu' | 'dialog'
  align?: 'start' | 'end'
  /** The button; it must spread what it is given. */
  trigger: (props: DropdownTrigger) => ReactNode
  children: (close: () => void) => ReactNode
}

const ITEMS = '[role^="menuitem"]:not(:disabled)'

/**
 * A box that a button opens, in the browser's top layer: Escape and a click elsewhere close it, the focus returns to
 * the button. As a menu, arrows, Home and End move through its items.
 */
export function Dropdown({ label, role, align = 'end', trigger, children }: DropdownProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const turns = useRef(0)
  // Null: closed. Closed and opened in one moment, the browser tells of both at once: each telling begins anew.
  const [turn, setTurn] = useState<number | null>(null)
  const close = () => box.current?.hidePopover()
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]

  useEffect(() => {
    if (turn === null) return
    const { current } = box
    const place = () => {
      const anchor = document.getElementById(`${id}-button`)
      if (current && anchor) placeNear(current, anchor.getBoundingClientRect(), align)
    }
    place()
    const first =
      current?.querySelector<HTMLElement>('[aria-checked="true"]') ??
      current?.querySelector<HTMLElement>(`${ITEMS}, input, button`)
    first?.focus({ preventScroll: true })
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    return () => {
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
    }
  }, [turn, align, id])

  const onKeyDown = (event: KeyboardEvent) => {
    if (role !== 'menu') return
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    // A menu is one stop in the tab order.
    if (event.key === 'Tab') close()
    if (to === undefined) return
    event.preventDefault()
    all[to]?.focus()
  }
  return (
    <>
      {trigger({
        id: `${id}-button`,
        popoverTarget: id,
        'aria-expanded': turn !== null,
        'aria-haspopup': role,
      })}
      {/* biome-ignore-start lint/a11y: the role is given, menu or dialog */}
      <div
        ref={box}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        className={css.box}
        tabIndex={-1}
        onToggle={({ newState }) => {
          turns.current += 1
          setTurn(newState === 'open' ? turns.current : null)
        }}
        onKeyDown={onKeyDown}
      >
        {turn !== null && <Fragment key={turn}>{children(close)}</Fragment>}
      </div>
      {/* biome-ignore-end lint/a11y: the role is given, menu or dialog */}
    </>
  )
}
