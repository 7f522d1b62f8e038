import { describe, expect, it } from 'vitest'
import { MOST_LOGO_BYTES, readLogo } from './logo.ts'

const NS = 'xmlns="http://www.w3.org/2000/svg"'
const svg = (inside: string, more = '') => `<svg ${NS} viewBox="0 0 10 10"${more}>${inside}</svg>`
const read = (text: string) => readLogo(new TextEncoder().encode(text))

function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(45)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const view = new DataView(bytes.buffer)
  view.setUint32(8, 13)
  bytes.set(new TextEncoder().encode('IHDR'), 12)
  view.setUint32(16, width)
  view.setUint32(20, height)
  bytes.set(new TextEncoder().encode('IEND'), 37)
  return bytes
}

describe('a logo', () => {
  it.each([
    ['shapes', svg('<path d="M0 0L10 10z" fill="#003f5f"/><g><circle cx="5" cy="5" r="2"></circle></g>')],
    [
      'a gradient of its own',
      svg(
        '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><rect fill="url(#a)" width="1" height="1"/>',
      ),
    ],
    [
      'a declaration, comments and a title',
      `<?xml version="1.0"?>\n<!-- made by hand -->\n${svg('<title>Lot &#x2014; line</title>').replace('&#x2014;', '—')}`,
    ],
  ])('may be an SVG of %s', (_, text) => {
    expect(read(text)).toEqual({ ok: true, type: 'image/svg+xml' })
  })

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a handler', svg('<rect onload="alert(1)"/>')],
    ['a handler on the drawing', svg('', ' onload="alert(1)"')],
    ['a style', svg('<style>@import url(https://x.example)</style>')],
    ['a style attribute', svg('<rect style="fill:url(https://x.example)"/>')],
    ['a link', svg('<a href="javascript:alert(1)"><rect/></a>')],
    ['another file', svg('<rect fill="url(https://x.example/a#b)"/>')],
    ['a picture', svg('<image href="https://x.example/a.png"/>')],
    ['a use', svg('<use href="#a"/>')],
    ['foreign text', svg('<foreignObject><p>x</p></foreignObject>')],
    ['an animation', svg('<animate attributeName="href" to="javascript:alert(1)"/>')],
    ['an entity', svg('<title>&x;</title>')],
    ['an escaped address', svg('<rect fill="u\\72l(https://x.example)"/>')],
    ['a second document', `${svg('')}<svg ${NS}/>`],
    ['an unclosed tag', svg('<rect fill="red"')],
    ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"></svg>'],
  ])('is refused with %s in it', (_, text) => {
    expect(read(text)).toMatchObject({ ok: false })
  })

  it.each([
    ['a doctype', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`, 'not_an_image'],
    ['a page', '<html><svg/></html>', 'not_an_image'],
    ['nothing', '', 'not_an_image'],
    ['words', 'hello', 'not_an_image'],
    ['too much', svg(' '.repeat(MOST_LOGO_BYTES)), 'too_large'],
  ])('is refused when it is %s', (_, text, fault) => {
    expect(read(text)).toEqual({ ok: false, fault })
  })

  it('may be a PNG of a reasonable size, whole', () => {
    expect(readLogo(png(200, 80))).toEqual({ ok: true, type: 'image/png' })
    expect(readLogo(png(5000, 80))).toEqual({ ok: false, fault: 'too_many_pixels' })
    expect(readLogo(png(0, 80))).toEqual({ ok: false, fault: 'not_an_image' })
    expect(readLogo(png(200, 80).subarray(0, 40))).toEqual({ ok: false, fault: 'not_an_image' })
    expect(readLogo(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toEqual({ ok: false, fault: 'not_an_image' })
  })
})
