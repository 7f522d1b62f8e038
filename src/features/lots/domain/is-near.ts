type Result = {
  verdict: string
  comparator: string | null
  value: string | null
  limits: { min: string | null; max: string | null }
}

/** Of the width between two limits, or of the only one. */
const NEAR = 0.05

/** Whether a figure that passes comes within a twentieth of a limit. */
export function isNear({ verdict, comparator, value, limits }: Result): boolean {
  if (verdict !== 'pass' || comparator !== '=' || value === null) return false
  const [min, max] = [limits.min, limits.max].map((limit) => Number(limit ?? Number.NaN))
  const [low, high] = [Number(value) - (min as number), (max as number) - Number(value)]
  const width = low + high
  const margin = NEAR * (Number.isNaN(width) ? Math.abs((Number.isNaN(low) ? max : min) as number) : width)
  // A limit of 0 leaves no room to come near to it.
  return margin > 0 && [low, high].some((left) => left <= margin)
}
