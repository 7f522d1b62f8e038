import { domainToASCII, domainToUnicode } from 'node:url'

/** The domain in letters, however it was typed: "xn--fjrd-6qa.example" is "fjörd.example" (UTS 46). */
function inLetters(domain: string): string {
  // Plain names stay as they are: the mapping would read "1.2" as an address of a machine.
  if (/^[\x20-\x7e]*$/.test(domain) && !/(^|\.)xn--/.test(domain)) return domain
  return domainToUnicode(domainToASCII(domain)) || domain
}

/**
 * The one form in which e-mail addresses are kept and compared: without case, full-width letters or the encoding of
 * international domain names. A domain that has no such form stays as it was typed.
 */
export function normaliseEmail(email: string): string {
  const address = email.normalize('NFKC').trim().toLowerCase()
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + inLetters(address.slice(at))
}
