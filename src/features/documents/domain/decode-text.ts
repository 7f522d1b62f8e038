/**
 * The words of a text file as its writer meant them: by its mark (UTF-8, UTF-16), as UTF-8 where that is what it holds, else as
 * windows-1252, which spreadsheets write where they are asked for CSV. A letter that the end cuts in two is left out.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  try {
    return decoded(bytes, 'utf-8', true)
  } catch {
    // Some of its bytes are no UTF-8, so none of it is.
    return decoded(bytes, 'windows-1252')
  }
}

const decoded = (bytes: Uint8Array, code: string, fatal = false) =>
  new TextDecoder(code, { fatal }).decode(bytes, { stream: true })
