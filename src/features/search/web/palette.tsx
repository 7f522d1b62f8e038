import { Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { useLanguage } from '../../../platform/web/i18n/language.ts'
import { useFailureText } from '../../../platform/web/kit/failure-text.ts'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { useReturnFocus } from '../../../platform/web/kit/use-return-focus.ts'
import type { SearchGroup, SearchHit } from '../contract.ts'
import { LONGEST_TERM } from '../domain/term.ts'
import css from './palette.module.css'
import { asking, atFirst, type Command, forTerm, type Item, type Section } from './palette-items.ts'
import { readRecent, rememberRecent } from './recent.ts'
import { searchQuery } from './search-query.ts'
import { takeTyped } from './type-ahead.ts'

const PAUSE_MS = 120

type PaletteProps = {
  commands: readonly Command[]
  /** Of whom and where what was opened is kept. */
  whose: string
  onClose: () => void
  onOpen: (to: string) => void
  /** Of a client that has no page for the asker. */
  onSwitch: (tenantId: number) => void
  /** What nothing was found for becomes a question; not given: to nobody. */
  onAsk?: ((question: string) => void) | undefined
}

/** Everything that the asker may see, and everything that the portal can do, by typing (B3): a combobox with a list that is always open. */
export default function Palette({ commands, whose, onClose, onOpen, onSwitch, onAsk }: PaletteProps) {
  const t = useTranslations('search')
  const d = useTranslations('documents')
  const formats = useFormats()
  const failureText = useFailureText()
  const { locale } = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const hurried = useRef(false)
  const term = typed.trim()
  const [asked] = useDebouncedValue(term, PAUSE_MS)
  const { data, error, isFetching, isPlaceholderData } = useQuery(searchQuery(asked))
  useReturnFocus(true)
  // Whoever opens it goes on typing.
  const focusAtOnce = useCallback((field: HTMLInputElement | null) => {
    if (!field) return
    field.focus()
    const [text = '', ...entered] = takeTyped().split('\n')
    if (text !== '') setTyped((now) => now + text)
    hurried.current ||= text !== '' && entered.length > 0
  }, [])

  const leave = (then: () => void) => {
    onClose()
    then()
  }
  const ways = {
    open: (hit: SearchHit, group: SearchGroup, title: string) =>
      leave(() => {
        if (hit.switchTo !== undefined) return onSwitch(hit.switchTo)
        rememberRecent(whose, { group, to: hit.to, title })
        onOpen(hit.to)
      }),
    openPath: (to: string) => leave(() => onOpen(to)),
    openAll: (screen: string) => leave(() => onOpen(`${screen}?search=${encodeURIComponent(term)}`)),
  }
  const words = {
    locale,
    section: (name: SearchGroup | 'recent' | 'screens' | 'acts') => t(`groups.${name}`),
    untitled: t('untitled'),
    standing: (standing: NonNullable<SearchHit['standing']>) => d(`statuses.${standing}`),
    all: (group: SearchGroup) => t('all', { group: t(`groups.${group}`) }),
    day: formats.date,
  }
  const acts = commands.map((command) => ({ ...command, run: () => leave(command.run) }))
  const sections =
    term === ''
      ? atFirst(readRecent(whose), acts, words, ways)
      : forTerm(term, (asked === '' ? undefined : data?.groups) ?? [], acts, words, ways)
  const settled = term === '' || (asked === term && !isFetching && !isPlaceholderData)
  const found = sections.reduce((sum, { items: some }) => sum + some.length, 0)
  if (onAsk && settled && found === 0 && !error)
    sections.push(asking(t('groups.acts'), t('askAssistant', { term }), () => leave(() => onAsk(term))))
  const items = sections.flatMap(({ items: some }) => some)
  const active = items.find((item) => item.id === chosen) ?? items[0]

  // Enter was pressed before the answer was there: the first hit is what was meant.
  useEffect(() => {
    if (!hurried.current || !settled) return
    hurried.current = false
    if (found > 0) active?.run()
  })
  useEffect(() => {
    if (active) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const step = (by: number) => {
    if (items.length === 0) return
    const at = active ? items.indexOf(active) : -1
    setChosen(items[(at + by + items.length) % items.length]?.id ?? null)
  }
  const said = error
    ? failureText(error)
    : !settled
      ? t('looking')
      : found === 0
        ? t('nothing', { term })
        : t('found', { count: found })
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={640}
      yOffset="10vh"
      lockScroll={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      classNames={{ content: css.content, inner: css.inner }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')} data-locks-page>
        <div className={css.head}>
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <input
            ref={focusAtOnce}
            data-autofocus
            className={css.input}
            role="combobox"
            aria-label={t('title')}
            aria-expanded
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active && optionId(id, active)}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={LONGEST_TERM}
            placeholder={t('placeholder')}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setChosen(null)
              hurried.current = false
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                event.preventDefault()
                step(event.key === 'ArrowDown' ? 1 : -1)
              }
              if (event.key === 'Enter') {
                event.preventDefault()
                // What was picked by hand is there; what is on top may be of the term before.
                if (settled || chosen !== null) active?.run()
                else hurried.current = true
              }
            }}
          />
          <kbd className={css.escape} aria-hidden>
            Esc
          </kbd>
          <IconButton className={css.close ?? ''} label={t('close')} onClick={onClose}>
            <IconX size={18} stroke={1.75} />
          </IconButton>
        </div>
        <p className={found > 0 && !error ? css.quiet : css.said} role="status">
          {said}
        </p>
        <Options
          id={id}
          label={t('title')}
          sections={sections}
          active={active}
          onPick={setChosen}
          busy={!settled}
        />
      </Modal.Content>
    </Modal.Root>
  )
}

const optionId = (id: string, item: Item) => `${id}-${item.id}`.replace(/[^\w-]/g, '_')

type OptionsProps = {
  id: string
  label: string
  sections: Section[]
  active: Item | undefined
  onPick: (id: string) => void
  busy: boolean
}

function Options({ id, label, sections, active, onPick, busy }: OptionsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} aria-busy={busy} className={css.list}>
      {sections.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by a role.
        <div key={section.id} role="group" aria-labelledby={`${id}-${section.id}-title`}>
          <div id={`${id}-${section.id}-title`} className={css.title}>
            {section.title}
          </div>
          {section.items.map((item) => {
            const { icon: Icon } = item
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
              <div
                key={item.id}
                id={optionId(id, item)}
                role="option"
                aria-selected={item === active}
                className={css.option}
                onPointerMove={() => item !== active && onPick(item.id)}
                onClick={item.run}
              >
                <Icon size={18} stroke={1.75} />
                <span className={css.name}>{item.title}</span>
                {item.details.length > 0 && <span className={css.details}>{item.details.join(' · ')}</span>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
