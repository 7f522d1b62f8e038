/** What a rule of ours says when it is broken: its words among `fields` in the server's messages, and what fills their places. */
export const says = (words: string, values: Record<string, string> = {}) => ({ params: { words, values } })
