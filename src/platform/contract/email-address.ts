/** What counts as an e-mail address, on both sides: the only proof of one is the mail that arrives. No dot stands first, last
 * or beside another. */
export const EMAIL_ADDRESS = /^[^\s@.]+(?:\.[^\s@.]+)*@[^\s@.]+(?:\.[^\s@.]+)*$/
const LONGEST = 320

export const isEmailAddress = (typed: string): boolean => {
  const address = typed.trim()
  return address.length <= LONGEST && EMAIL_ADDRESS.test(address)
}
