import type { Outcome } from '../contract.ts'

type Result = {
  value: number | null
  min: number | null
  max: number | null
  verdict: 'pass' | 'fail' | null
  outOfSpecification: boolean
}

/** Of the width between two limits, or of the only one. */
const NEAR = 0.05

/** How a result stands to its specification; what lies outside was decided by the database. */
export function outcomeOf({ value, min, max, verdict, outOfSpecification }: Result): Outcome {
  if (outOfSpecification) return 'fail'
  if (value !== null && (min !== null || max !== null)) {
    const margin = NEAR * (min !== null && max !== null ? max - min : Math.abs((min ?? max) as number))
    const left = Math.min(min === null ? Infinity : value - min, max === null ? Infinity : max - value)
    // A limit of 0 leaves no room to come near to it.
    return margin > 0 && left <= margin ? 'near' : 'pass'
  }
  return verdict === 'pass' ? 'pass' : 'none'
}
