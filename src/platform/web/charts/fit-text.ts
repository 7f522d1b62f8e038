let context: CanvasRenderingContext2D | null = null

/** A text cut to a width in pixels, with an ellipsis; SVG cannot do that by itself. */
export function fitText(text: string, width: number, font = '13px "Inter Variable", sans-serif'): string {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text
  context.font = font
  if (context.measureText(text).width <= width) return text
  let kept = Math.floor(text.length * (width / context.measureText(text).width))
  while (kept > 1 && context.measureText(`${text.slice(0, kept)}…`).width > width) kept -= 1
  return `${text.slice(0, kept).trimEnd()}…`
}
