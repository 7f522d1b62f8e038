export type Share = 'third' | 'rest'
export function inDrawnOrder<One>(
  seed: number | string,
  all: readonly One[],
  nameOf: (one: One) => string,
): One[]
export function shareOf(environment: Record<string, string | undefined>): Share | undefined
export function takenOf(share: Share, seed: number | string, names: readonly string[]): Set<string>
