/** What the marks are called among the messages. */
export const DECIMAL_NAMES = { auto: 'auto', '.': 'point', ',': 'comma' } as const
