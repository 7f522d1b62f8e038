/** What the sign-in service knows of accounts and the verbs of this feature need. */
export type AccountKeys = {
  /** Under which the counters of failed attempts of an address are kept. */
  accountOf: (email: string) => string
}
