import bwipjs from 'bwip-js/node'
import type { Page } from 'playwright-core'

/** A camera in front of which a GS1 DataMatrix is held; `refusedFirst`: it may not be used the first time. */
export async function holdCode(page: Page, text: string, { refusedFirst = false } = {}): Promise<void> {
  const code = await bwipjs.toBuffer({
    ...{ bcid: 'gs1datamatrix', text, scale: 6, padding: 20, backgroundcolor: 'FFFFFF' },
  })
  await page.addInitScript(
    ({ picture, refused }) => {
      let asked = 0
      const camera = async () => {
        asked += 1
        if (refused && asked === 1) throw new DOMException('no', 'NotAllowedError')
        const image = new Image()
        image.src = picture
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = 640
        canvas.height = 480
        const drawing = canvas.getContext('2d') as CanvasRenderingContext2D
        setInterval(() => {
          drawing.fillStyle = '#ffffff'
          drawing.fillRect(0, 0, 640, 480)
          drawing.drawImage(image, 320 - image.width / 2, 240 - image.height / 2)
        }, 50)
        return canvas.captureStream(20)
      }
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: camera } })
    },
    { picture: `data:image/png;base64,${code.toString('base64')}`, refused: refusedFirst },
  )
}
