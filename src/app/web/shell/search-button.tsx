import { IconSearch } from '@tabler/icons-react'
import { type Dispatch, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { keepTyping, takeTyped } from '../../../features/search/web/type-ahead.ts'
import type { Session } from '../../../features/session/contract.ts'
import { lazyComponent } from '../../../platform/web/lazy-component.ts'
import css from './search-button.module.css'

const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazyComponent(loadPalette)
/** Fetched as soon as it may be wanted; what goes wrong is told when it is. */
const prepare = () => void loadPalette().catch(() => undefined)

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

function close(setOpened: Dispatch<boolean>) {
  takeTyped()
  setOpened(false)
}
function open(setOpened: Dispatch<boolean>) {
  keepTyping(() => close(setOpened))
  setOpened(true)
}

/** The way to the search over everything and its commands (B3): a button, and Ctrl+K or Cmd+K anywhere. */
export function SearchButton({ session }: { session: Session }) {
  const t = useTranslations('shell')
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') prepare()
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      // Not over a dialog: what is written there comes first.
      if (!document.querySelector('[data-locks-page]')) open(setOpened)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      takeTyped()
      window.removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <>
      <button
        type="button"
        className={css.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => open(setOpened)}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span>{t('searchHint')}</span>
        <kbd aria-hidden>{isApple ? '⌘ K' : t('searchKeys')}</kbd>
      </button>
      {opened && (
        <Suspense fallback={null}>
          <CommandPalette session={session} onClose={() => close(setOpened)} />
        </Suspense>
      )}
    </>
  )
}
