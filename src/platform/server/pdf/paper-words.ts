import { type ServerLanguage, serverMessages } from '../http/server-messages.ts'

type Words = ReturnType<typeof serverMessages>['papers']['words'] & {
  kinds: ReturnType<typeof serverMessages>['statement']['kinds']
  statuses: ReturnType<typeof serverMessages>['purchaseOrders']['statuses']
}
export type PaperWords = Words

const inOne = (language: ServerLanguage): Words => {
  const { papers, statement, purchaseOrders } = serverMessages(language)
  return { ...papers.words, kinds: statement.kinds, statuses: purchaseOrders.statuses }
}

/** Of one language, or of two: the first stands first, and once where both are the same. */
export function paperWords(first: ServerLanguage, second: ServerLanguage): PaperWords {
  const words = inOne(first)
  return first === second ? words : both(words, inOne(second))
}

function both<Texts extends object>(first: Texts, second: Texts): Texts {
  return Object.fromEntries(
    Object.entries(first).map(([key, text]) => {
      const other = second[key as keyof Texts] as unknown
      if (typeof text !== 'string') return [key, both(text as object, other as object)]
      // What has places to fill is said once.
      return [key, text === other || key === 'colon' || text.includes('{') ? text : `${text} / ${other}`]
    }),
  ) as Texts
}

export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''))
