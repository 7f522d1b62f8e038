import { layOut, type PictureWords, SWATCH, type Swatch } from './picture-layout.ts'

const SVG = 'http://www.w3.org/2000/svg'
/** What our drawings style by token; a picture on its own knows no stylesheet. */
const RESOLVED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
]

function resolveStyles(source: Element, copy: Element) {
  const style = getComputedStyle(source)
  for (const name of RESOLVED) copy.setAttribute(name, style.getPropertyValue(name))
  copy.removeAttribute('class')
  copy.removeAttribute('style')
  for (const [index, child] of [...source.children].entries()) {
    const twin = copy.children[index]
    if (twin) resolveStyles(child, twin)
  }
}

const picture = (address: string) =>
  new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('The chart could not be drawn as a picture'))
    image.src = address
  })

/** As much as half a label of an axis, which may stand out of the drawing. */
const EDGE = 24
const SHARPNESS = 2

function drawSwatch(context: CanvasRenderingContext2D, { x, y, mark }: Swatch, color: string) {
  const width = SWATCH[mark]
  context.fillStyle = context.strokeStyle = color
  if (mark === 'dashed') {
    context.lineWidth = 2
    context.setLineDash([4, 3])
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x + width, y)
    context.stroke()
    return
  }
  context.globalAlpha = mark === 'interval' ? 0.35 : 1
  context.beginPath()
  context.roundRect(x, y - width / 2, width, width, 3)
  context.fill()
  context.globalAlpha = 1
}

/** The drawing as it looks now, twice as sharp, on the card's ground, below what it is of and the names of its series. */
export async function chartPng(drawing: SVGSVGElement, words: PictureWords): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect()
  const copy = drawing.cloneNode(true) as SVGSVGElement
  resolveStyles(drawing, copy)
  for (const hidden of copy.querySelectorAll('[data-screen-only]')) hidden.remove()
  copy.setAttribute('xmlns', SVG)
  // On the screen a label may stand out of the drawing; in a picture of it it would be cut off.
  copy.setAttribute('viewBox', `${-EDGE} 0 ${width + 2 * EDGE} ${height}`)
  copy.setAttribute('width', String(width + 2 * EDGE))
  copy.setAttribute('height', String(height))
  copy.setAttribute('font-family', 'Inter, Arial, sans-serif')
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  )
  try {
    const image = await picture(address)
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    if (!context) throw new Error('The browser gives no drawing surface')
    const head = layOut(words, width, (text, font) => {
      context.font = font
      return context.measureText(text).width
    })
    canvas.width = (width + 2 * EDGE) * SHARPNESS
    canvas.height = (height + head.height + 3 * EDGE) * SHARPNESS
    const look = getComputedStyle(document.documentElement)
    const token = (name: string) => look.getPropertyValue(name)
    context.scale(SHARPNESS, SHARPNESS)
    context.fillStyle = token('--surface')
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.translate(EDGE, EDGE)
    for (const { text, x, y, font, ink } of head.texts) {
      context.font = font
      context.fillStyle = token(ink)
      context.fillText(text, x, y)
    }
    for (const swatch of head.swatches) drawSwatch(context, swatch, token(`--${swatch.color}`))
    context.drawImage(image, -EDGE, head.height + EDGE, width + 2 * EDGE, height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}
