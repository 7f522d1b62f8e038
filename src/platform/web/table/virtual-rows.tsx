import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect } from 'react'

/** The rows that are in the page, from one up to the next but one, and the pixels that stand for those around them. */
export type View = { from: number; to: number; before: number; after: number }

/** Brings a row into view. */
export type Reveal = (index: number) => void

type VirtualRowsProps = {
  region: RefObject<HTMLElement | null>
  count: number
  /** Pixels of each row. */
  height: number
  /** Told before each paint; null: they are all in the page again. */
  onView: (view: View | null) => void
  reveal: Ref<Reveal>
}

/**
 * Says which of many rows are in view. It draws nothing: the table goes on as it is while this is fetched, so that no row loses
 * the focus and nothing is scrolled back.
 */
export default function VirtualRows({ region, count, height, onView, reveal }: VirtualRowsProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => region.current,
    estimateSize: () => height,
    overscan: 12,
    scrollPaddingStart: 40,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another density means other heights for the same rows
  useEffect(() => virtualizer.measure(), [height, virtualizer])
  useImperativeHandle(reveal, () => (index) => virtualizer.scrollToIndex(index), [virtualizer])

  const slots = virtualizer.getVirtualItems()
  const [first, last] = [slots[0], slots.at(-1)]
  const from = first?.index ?? 0
  const to = (last?.index ?? -1) + 1
  const before = first?.start ?? 0
  const after = virtualizer.getTotalSize() - (last?.end ?? 0)
  useLayoutEffect(() => {
    if (to > 0) onView({ from, to, before, after })
  }, [onView, from, to, before, after])
  useLayoutEffect(() => () => onView(null), [onView])
  return null
}
