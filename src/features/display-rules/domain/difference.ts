import type { Rules, RulesDifference } from '../contract.ts'

/** What is different between two sets of rules; aliases by their variant. */
export function differenceOf(before: Rules, after: Rules): RulesDifference {
  const was = new Map(before.aliases.map(({ variant, displayName }) => [variant, displayName]))
  const becomes = new Map(after.aliases.map(({ variant, displayName }) => [variant, displayName]))
  const variants = [...new Set([...was.keys(), ...becomes.keys()])]
  const same =
    before.productRules.length === after.productRules.length &&
    before.productRules.every((rule, at) => isSame(rule, after.productRules[at] as typeof rule))
  return {
    productRules: same ? null : { before: before.productRules, after: after.productRules },
    aliases: variants
      .filter((variant) => was.get(variant) !== becomes.get(variant))
      .map((variant) => ({
        variant,
        before: was.get(variant) ?? null,
        after: becomes.get(variant) ?? null,
      })),
  }
}

const isSame = <Rule extends object>(one: Rule, other: Rule) =>
  (Object.keys(one) as (keyof Rule)[]).every((key) => one[key] === other[key])

export const isNothing = ({ productRules, aliases }: RulesDifference) =>
  productRules === null && aliases.length === 0
