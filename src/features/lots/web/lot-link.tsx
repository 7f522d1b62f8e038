import { Link } from '@tanstack/react-router'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import type { LotState as State } from '../contract.ts'
import { LotState } from './lot-state.tsx'
import css from './lots.module.css'
import { lotsNavigation } from './navigation.ts'

type LotLinkProps = { lotNo: string; state: State | null }

/** A lot where it stands on something else: its state, and the way to it for those who may see lots. */
export function LotLink({ lotNo, state }: LotLinkProps) {
  const access = useAccess()
  return (
    <span className={css.lot}>
      {state !== null && can(access, lotsNavigation) ? (
        <Link to="/lots/$lotNo" params={{ lotNo }} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
          {lotNo}
        </Link>
      ) : (
        <span title={lotNo}>{lotNo}</span>
      )}
      {state !== null && state !== 'released' && <LotState>{state}</LotState>}
    </span>
  )
}
