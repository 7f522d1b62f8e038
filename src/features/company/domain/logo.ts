/** Beyond that a logo is a picture. */
export const MOST_LOGO_BYTES = 262_144
const MOST_PIXELS = 2000

export type LogoFault = 'too_large' | 'not_an_image' | 'too_many_pixels' | 'unsafe'
export type Logo = { ok: true; type: 'image/png' | 'image/svg+xml' } | { ok: false; fault: LogoFault }

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const bad = (fault: LogoFault): Logo => ({ ok: false, fault })

/** What a logo is by its content, whatever it calls itself (D13): a PNG, or an SVG of shapes and nothing else. */
export function readLogo(bytes: Uint8Array): Logo {
  if (bytes.length > MOST_LOGO_BYTES) return bad('too_large')
  if (PNG.every((byte, at) => bytes[at] === byte)) return readPng(bytes)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bad('not_an_image')
  }
  return readSvg(text)
}

function readPng(bytes: Uint8Array): Logo {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.length < 45 || view.getUint32(8) !== 13 || word(12) !== 'IHDR') return bad('not_an_image')
  if (word(bytes.length - 8) !== 'IEND') return bad('not_an_image')
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  if (width < 1 || height < 1) return bad('not_an_image')
  return width > MOST_PIXELS || height > MOST_PIXELS
    ? bad('too_many_pixels')
    : { ok: true, type: 'image/png' }
}

const ELEMENTS = new Set(
  'svg g path rect circle ellipse line polyline polygon defs lineargradient radialgradient stop clippath title desc'.split(
    ' ',
  ),
)
const ATTRIBUTES =
  /^(xmlns|version|viewbox|preserveaspectratio|id|class|role|aria-label|width|height|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|fx|fy|d|points|transform|gradienttransform|gradientunits|clippathunits|spreadmethod|offset|stop-color|stop-opacity|fill|fill-opacity|fill-rule|clip-path|clip-rule|stroke|stroke-width|stroke-linecap|stroke-linejoin|stroke-miterlimit|stroke-dasharray|stroke-dashoffset|stroke-opacity|opacity|color)$/
const TAG = /^<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][\w:-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*(\/?)>/
const ATTRIBUTE = /([A-Za-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** Of the same drawing. */
const OWN_REFERENCE = /^url\(\s*#[\w-]+\s*\)$/

/** Only what is known to be harmless: no script, style, link, entity, picture or foreign text can hide in it. */
function readSvg(text: string): Logo {
  let rest = withoutBlanks(text.replace(/^\uFEFF/, '').replace(/^\s*<\?xml[^<>]*\?>/, ''))
  const open: string[] = []
  let seen = false
  for (; rest !== ''; rest = withoutBlanks(rest)) {
    if (!rest.startsWith('<')) {
      const words = /^[^<]+/.exec(rest)?.[0] ?? ''
      if (!['title', 'desc'].includes(open.at(-1) ?? '') || words.includes('&'))
        return bad(seen ? 'unsafe' : 'not_an_image')
      rest = rest.slice(words.length)
      continue
    }
    const tag = TAG.exec(rest)
    if (!tag) return bad(seen ? 'unsafe' : 'not_an_image')
    const [whole, closing, written = '', attributes = '', empty] = tag
    const name = written.toLowerCase()
    if (!seen && name !== 'svg') return bad('not_an_image')
    if (seen && open.length === 0) return bad('unsafe')
    seen = true
    if (!ELEMENTS.has(name) || !areHarmless(attributes)) return bad('unsafe')
    if (closing) {
      if (open.pop() !== name) return bad('not_an_image')
    } else if (!empty) open.push(name)
    rest = rest.slice(whole.length)
  }
  return seen && open.length === 0 ? { ok: true, type: 'image/svg+xml' } : bad('not_an_image')
}

/** White space and comments say nothing. */
function withoutBlanks(text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    if (end === -1) return rest
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

function areHarmless(attributes: string): boolean {
  for (const [, name = '', one, other] of attributes.matchAll(ATTRIBUTE)) {
    const value = (one ?? other ?? '').trim()
    if (name.toLowerCase() === 'xmlns') {
      if (value !== 'http://www.w3.org/2000/svg') return false
    } else if (!ATTRIBUTES.test(name.toLowerCase()) || /[&\\]/.test(value)) return false
    else if (/url|:/i.test(value) && !OWN_REFERENCE.test(value)) return false
  }
  return true
}
