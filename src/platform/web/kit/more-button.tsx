import { Button, Loader } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

type MoreButtonProps = {
  more: { load: () => unknown; loading: boolean }
  small?: boolean
  children: ReactNode
}

/** Loads the next rows of a list. The keyboard stays where it is: on it while they come, and beside it when none are left. */
export function MoreButton({ more, small = false, children }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current
    const around = own?.parentElement
    return () => {
      if (!around || document.activeElement !== own) return
      around.tabIndex = -1
      around.focus({ preventScroll: true })
    }
  }, [])
  return (
    // Mantine's own `loading` disables it, and what is disabled loses the focus.
    <Button
      ref={button}
      variant="default"
      size={small ? 'compact-sm' : 'sm'}
      aria-disabled={more.loading || undefined}
      rightSection={more.loading && <Loader size="xs" aria-hidden />}
      onClick={() => {
        if (!more.loading) more.load()
      }}
      data-print="no"
    >
      {children}
    </Button>
  )
}
