import { IconSeedling } from '@tabler/icons-react'
import { brandLogo, brandName } from '../brand.ts'
import css from './brand-mark.module.css'

/** The sign and the name; `onCanvas` where it does not stand on the petrol rail. */
export const BrandMark = ({ onCanvas = false }: { onCanvas?: boolean }) => (
  <span className={css.brand} data-canvas={onCanvas || undefined}>
    {brandLogo ? (
      <img className={css.logo} src={brandLogo} alt="" />
    ) : (
      <span className={css.sign} aria-hidden>
        <IconSeedling size={18} stroke={1.75} />
      </span>
    )}
    {brandName}
  </span>
)
