import type { Rules } from '../../src/features/display-rules/contract.ts'

/** What display rules make of a product and of a customer, in plain code. */
export function shownNames({ productRules, aliases }: Rules) {
  const fits = ({ kind, wanted, digits, ignoreCase }: Rules['productRules'][number], given: string) => {
    const [text, part] = ignoreCase ? [given.toLowerCase(), wanted.toLowerCase()] : [given, wanted]
    if (kind === 'contains') return text.includes(part)
    if (kind === 'equals') return text === part
    return text.startsWith(part) && new RegExp(`^[0-9]{${digits}}$`).test(text.slice(part.length))
  }
  return {
    product(itemNo: string, itemName: string): string {
      const [code, name] = [itemNo.trim(), itemName.trim()]
      const rule = productRules.find((one) => fits(one, one.field === 'code' ? code : name))
      return rule?.displayName ?? (name || 'Unknown Product')
    },
    customer(name: string): string {
      const alias = aliases.find(({ variant }) => variant === name.trim())
      return alias?.displayName ?? (name.trim() || 'Unknown Client')
    },
  }
}
