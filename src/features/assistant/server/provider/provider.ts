export type KeyStatus = 'unknown' | 'testing' | 'valid' | 'invalid'

/** Whoever the operator set up to answer in the place of the built-in assistant. */
export type Provider = {
  name: string
  status: () => KeyStatus
  /** Asks whether the key is taken. */
  test: () => Promise<'unknown' | 'valid' | 'invalid'>
}
