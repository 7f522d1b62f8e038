/** "Save as" with a name in any language (RFC 6266): plain ASCII for the old, UTF-8 (RFC 8187) for all others. */
export const attachment = (fileName: string): string => disposition('attachment', fileName)

/** To be saved, or to be shown where it is opened. */
export function disposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
