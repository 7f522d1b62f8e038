let context: CanvasRenderingContext2D | null = null

const FONT = '13px "Inter Variable", sans-serif'

/** How wide a text is drawn, in pixels; null where nothing can be measured. */
export function textWidth(text: string, font = FONT): number | null {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return null
  context.font = font
  return context.measureText(text).width
}

/** A text cut to a width in pixels, with an ellipsis; SVG cannot do that by itself. */
export function fitText(text: string, width: number, font = FONT): string {
  const whole = textWidth(text, font)
  if (whole === null || whole <= width) return text
  let kept = Math.floor(text.length * (width / whole))
  while (kept > 1 && (textWidth(`${text.slice(0, kept)}…`, font) ?? 0) > width) kept -= 1
  return `${text.slice(0, kept).trimEnd()}…`
}
