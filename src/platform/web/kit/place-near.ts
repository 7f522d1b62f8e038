const GAP = 6
const EDGE = 8

/** Puts a floating box under (or, without room, over) its anchor and keeps it inside the window. */
export function placeNear(box: HTMLElement, anchor: DOMRect, align: 'start' | 'center' | 'end') {
  const { width, height } = box.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const wanted = {
    start: anchor.left,
    center: anchor.left + anchor.width / 2 - width / 2,
    end: anchor.right - width,
  }[align]
  const below = anchor.bottom + GAP
  const over = anchor.top - GAP - height
  const fitsBelow = below + height <= clientHeight - EDGE
  const top = fitsBelow || over < EDGE ? below : over
  box.style.left = `${Math.max(EDGE, Math.min(wanted, clientWidth - width - EDGE))}px`
  box.style.top = `${Math.max(EDGE, Math.min(top, clientHeight - height - EDGE))}px`
}
