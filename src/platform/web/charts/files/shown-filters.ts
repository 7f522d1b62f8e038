export type ShownFilter = { name: string; value: string }

/** What one filter says, in its own words; nothing: it is not set. */
function said(one: Element): ShownFilter | null {
  const several = one.closest('fieldset')
  if (several) return { name: several.getAttribute('aria-label') ?? '', value: one.textContent ?? '' }
  const field = one.querySelector<HTMLInputElement | HTMLSelectElement>('select, input')
  if (!field) return null
  const value = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.value
  return value ? { name: field.getAttribute('aria-label') ?? '', value } : null
}

/**
 * What is set in the bars of filters that stand above a place of the screen, and what they say of what they select: the same that
 * paper shows of them (filters.module.css). `regardless`: filters that do not act on this place.
 */
export function shownFilters(place: Element, regardless: readonly string[]) {
  const bars: Element[] = []
  for (let at = place.parentElement; at && at.tagName !== 'BODY'; at = at.parentElement)
    bars.unshift(...at.querySelectorAll(':scope > search'))
  const all = bars.flatMap((bar) => [...bar.querySelectorAll('[data-on]')]).flatMap((one) => said(one) ?? [])
  const filters = all.filter(({ name }) => !regardless.includes(name))
  return {
    filters,
    // That nothing matches all of them says nothing of what does not follow them all.
    notes: (filters.length < all.length ? [] : bars)
      .map((bar) => bar.querySelector(':scope > [role="status"]')?.textContent ?? '')
      .filter((note) => note !== ''),
  }
}
