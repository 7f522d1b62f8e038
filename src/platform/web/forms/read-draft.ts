/** A kept draft with the fields that the form has today; null when there is none, or it cannot be read. */
export function readDraft<Values extends Record<string, unknown>>(
  text: string | null,
  initial: Values,
): Values | null {
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null
    const fields = Object.keys(initial).filter(
      (field) => field in kept && typeof (kept as Values)[field] === typeof initial[field],
    )
    return { ...initial, ...Object.fromEntries(fields.map((field) => [field, (kept as Values)[field]])) }
  } catch {
    return null
  }
}
