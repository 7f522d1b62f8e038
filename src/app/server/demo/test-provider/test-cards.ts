/** How a made-up card behaves; the first three are offered on the page, the others are for tests. */
export const TEST_CARDS = {
  good: { brand: 'visa', last4: '4242', year: 2098, says: 'Visa 4242: always good' },
  poor: { brand: 'visa', last4: '9995', year: 2098, says: 'Visa 9995: insufficient funds' },
  careful: {
    brand: 'mastercard',
    last4: '3155',
    year: 2098,
    says: 'Mastercard 3155: asks for a confirmation',
  },
  old: { brand: 'visa', last4: '0069', year: 2020, says: 'Visa 0069: expired' },
  /** Collects, and the answer never arrives: once. */
  cut: { brand: 'visa', last4: '1111', year: 2098, says: 'Visa 1111: collected, the answer is lost' },
  /** Never answers, nor collects. */
  hang: { brand: 'visa', last4: '1112', year: 2098, says: 'Visa 1112: no answer' },
  busy: { brand: 'visa', last4: '1113', year: 2098, says: 'Visa 1113: 429 at first' },
  broken: { brand: 'visa', last4: '1114', year: 2098, says: 'Visa 1114: 500 at first' },
  rubbish: { brand: 'visa', last4: '1115', year: 2098, says: 'Visa 1115: collected, the answer is rubbish' },
} as const
export type TestCard = keyof typeof TEST_CARDS
export const OFFERED = ['good', 'poor', 'careful'] as const satisfies TestCard[]

export const tokenOf = (card: string, mark: string) => `pm_${card}_${mark}`

/** Its token says which card it is, so that a provider that was started anew still knows it. */
export const cardOfToken = (token: string): TestCard | undefined =>
  Object.keys(TEST_CARDS).find((card): card is TestCard => token.startsWith(`pm_${card}_`))
