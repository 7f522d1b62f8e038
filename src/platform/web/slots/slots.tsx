import { type ComponentType, createContext, type ReactNode, Suspense, use } from 'react'
import { type Access, can, type Requirement, useAccess } from '../access/access.tsx'

/**
 * Places of a screen that other features fill: whoever owns a place names it here with what it gives, by
 * `declare module`. Who fills it declares a part, and the application puts the parts together.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the features' declarations fill it
export interface Slots {}
export type SlotName = keyof Slots & string

/** What a feature puts into a place; shown to whoever may see it (A8). */
export type SlotPart = {
  [Name in SlotName]: Requirement & {
    slot: Name
    /** Its own name in the place. */
    key: string
    /** Low ones come first. */
    order: number
    component: ComponentType<Slots[Name]>
  }
}[SlotName]

/** The parts of a place that the asker may see, in their order. */
export const partsOf = (slot: string, parts: readonly SlotPart[], access: Access): SlotPart[] =>
  parts.filter((part) => part.slot === slot && can(access, part)).toSorted((a, b) => a.order - b.order)

const SlotContext = createContext<readonly SlotPart[]>([])

export const SlotProvider = ({ parts, children }: { parts: readonly SlotPart[]; children: ReactNode }) => (
  <SlotContext value={parts}>{children}</SlotContext>
)

/** Whether any feature puts something here for the asker. */
export const useIsFilled = (name: SlotName): boolean =>
  partsOf(name, use(SlotContext), useAccess()).length > 0

type SlotProps<Name extends SlotName> = {
  name: Name
  given: Slots[Name] /** In the place of a part that is on its way. */
  fallback?: ReactNode
}

/** What the features put here; nothing where none did. */
export function Slot<Name extends SlotName>({
  name,
  given,
  fallback = <span hidden aria-busy />,
}: SlotProps<Name>) {
  const access = useAccess()
  return partsOf(name, use(SlotContext), access).map(({ key, component }) => {
    const Part = component as ComponentType<Slots[Name]>
    // One that is on its way holds up nothing of the screen around it.
    return (
      <Suspense key={key} fallback={fallback}>
        <Part {...(given as Slots[Name] & object)} />
      </Suspense>
    )
  })
}
