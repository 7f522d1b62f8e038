import { Fragment, type ReactNode, useEffect, useRef } from 'react'

/** A form that begins anew with each version of what it changes. Whoever saved it by keyboard is at its button again. */
export function ResetOnVersion({ version, children }: { version: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(version)
  useEffect(() => {
    if (before.current === version) return
    before.current = version
    if (document.activeElement !== document.body) return
    box.current?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
  }, [version])
  return (
    <div ref={box} style={{ display: 'contents' }}>
      <Fragment key={version}>{children}</Fragment>
    </div>
  )
}
