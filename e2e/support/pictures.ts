import type { Page } from 'playwright-core'

/** How many points of each colour (#rrggbb) the rows of a picture have, which is their first, and how large the whole is. */
export async function coloursOf(page: Page, png: Buffer, from: number, to = Number.MAX_SAFE_INTEGER) {
  const { count, ...picture } = await page.evaluate(
    async ([address, from, to]) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      })
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, from, image.width, Math.min(image.height, to) - from)
      const colour = (at: number) =>
        `#${[0, 1, 2].map((of) => (data[at + of] ?? 0).toString(16).padStart(2, '0')).join('')}`
      const count = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) count.set(colour(at), (count.get(colour(at)) ?? 0) + 1)
      return { width: image.width, height: image.height, first: colour(0), count: [...count] }
    },
    [`data:image/png;base64,${png.toString('base64')}`, from, to] as const,
  )
  return { ...picture, count: new Map(count) }
}

/** A token of the page's theme as pictures have it, also where it is written short (#fff). */
export const tokenColour = (page: Page, name: string): Promise<string> =>
  page.evaluate((token) => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token)
    return context.fillStyle as string
  }, name)
