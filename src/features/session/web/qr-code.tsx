import { encode } from 'uqr'
import css from './second-factor.module.css'

/** Dark on white in either theme: cameras read nothing else well. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 3 })
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className={css.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dots.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
