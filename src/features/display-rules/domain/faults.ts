import type { CustomerAlias } from '../contract.ts'

export type AliasFault = { at: number; code: 'alias_twice' | 'alias_chain'; name: string }

/**
 * What is wrong with a list of aliases beyond each one alone: a variant that stands there twice, or a display name that is
 * itself a variant, which would show one client under two names (D3).
 */
export function aliasFault(aliases: readonly CustomerAlias[]): AliasFault | null {
  const variants = new Set<string>()
  for (const [at, { variant }] of aliases.entries()) {
    if (variants.has(variant)) return { at, code: 'alias_twice', name: variant }
    variants.add(variant)
  }
  const at = aliases.findIndex(({ displayName }) => variants.has(displayName))
  return at < 0 ? null : { at, code: 'alias_chain', name: (aliases[at] as CustomerAlias).displayName }
}
