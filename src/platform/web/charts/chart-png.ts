import { saveBlob } from '../api/download.ts'

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

/** The drawing as it looks now, twice as sharp, on the card's ground, with its title. */
async function chartPng(drawing: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect()
  const copy = drawing.cloneNode(true) as SVGSVGElement
  resolveStyles(drawing, copy)
  for (const hidden of copy.querySelectorAll('[data-screen-only]')) hidden.remove()
  copy.setAttribute('xmlns', SVG)
  copy.setAttribute('font-family', 'Inter, Arial, sans-serif')
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  )
  try {
    const image = await picture(address)
    const head = 40
    const canvas = document.createElement('canvas')
    canvas.width = (width + 32) * 2
    canvas.height = (height + head + 16) * 2
    const context = canvas.getContext('2d')
    if (!context) throw new Error('The browser gives no drawing surface')
    const ground = getComputedStyle(document.documentElement)
    context.scale(2, 2)
    context.fillStyle = ground.getPropertyValue('--surface')
    context.fillRect(0, 0, width + 32, height + head + 16)
    context.fillStyle = ground.getPropertyValue('--ink')
    context.font = '600 14px Inter Variable, Arial, sans-serif'
    context.fillText(title, 16, 26, width)
    context.drawImage(image, 16, head, width, height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}

export const saveChartPng = async (drawing: SVGSVGElement, title: string, fileName: string) =>
  saveBlob(await chartPng(drawing, title), `${fileName}.png`)
