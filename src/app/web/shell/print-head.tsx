import type { Session } from '../../../features/session/contract.ts'
import { brandName } from '../../../platform/web/brand.ts'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import { usePrinting } from '../../../platform/web/table/use-printing.ts'
import css from './shell.module.css'

/** Above what is printed: whose it is, where it is from, and when it was. */
export function PrintHead({ session }: { session: Session }) {
  const formats = useFormats()
  if (!usePrinting()) return null
  const said = [session.tenant?.name, brandName, formats.dateTime(new Date().toISOString())]
  return <p className={css.printHead}>{said.filter(Boolean).join(' · ')}</p>
}
