import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './filters.module.css'
import { ClearButton } from './filters.tsx'

const PAUSE_MS = 250

type SearchFieldProps = {
  label: string
  /** Says in what is searched. */
  placeholder: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** What Enter does besides, which a scanner sends behind what it reads. */
  onEnter?: (typed: string) => void
  maxLength?: number
}

/** Free text that filters after a short pause in typing; Enter at once, Escape clears. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  onEnter,
  maxLength = 200,
}: SearchFieldProps) {
  const t = useTranslations('ui.filters')
  const [text, setText] = useState(value ?? '')
  const told = useRef(value ?? '')
  const waiting = useRef(0)

  // Changed from outside (back button, a link, a cleared filter): what is typed gives way.
  useEffect(() => {
    if ((value ?? '') === told.current) return
    told.current = value ?? ''
    setText(value ?? '')
  }, [value])
  useEffect(() => () => window.clearTimeout(waiting.current), [])

  const tell = (next: string) => {
    window.clearTimeout(waiting.current)
    told.current = next.trim()
    onChange(next.trim() || undefined)
  }
  const type = (next: string) => {
    setText(next)
    window.clearTimeout(waiting.current)
    waiting.current = window.setTimeout(() => tell(next), PAUSE_MS)
  }
  const clear = () => {
    setText('')
    tell('')
  }
  return (
    <span className={`${css.chip} ${css.search}`} data-on={value ? true : undefined}>
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <input
        type="search"
        // Escape clears what is typed; in a dialog, only the next one closes it.
        data-mantine-stop-propagation={text ? true : undefined}
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Where it stands in a form, looking for something does not send that.
            event.preventDefault()
            tell(text)
            onEnter?.(text)
          }
          if (event.key === 'Escape' && text) clear()
        }}
      />
      {text && <ClearButton label={t('clear', { filter: label })} onClear={clear} />}
    </span>
  )
}
