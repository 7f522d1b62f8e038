import { Link } from '@tanstack/react-router'
import { can, useAccess } from '../../../platform/web/access/access.tsx'
import type { LotState as State } from '../contract.ts'
import { LotState } from './lot-state.tsx'
import css from './lots.module.css'
import { lotsNavigation } from './navigation.ts'

/** `address`: what its page is asked by; null where upstream has told nothing of it. */
type LotLinkProps = { lotNo: string; address: string | null; state: State | null }

/** A lot where it stands on something else: its state, and the way to it for those who may see lots. */
export function LotLink({ lotNo, address, state }: LotLinkProps) {
  const access = useAccess()
  return (
    <span className={css.lot}>
      {address !== null && can(access, lotsNavigation) ? (
        <Link to="/lots/$lotNo" params={{ lotNo: address }} onClick={(event) => event.stopPropagation()}>
          {lotNo}
        </Link>
      ) : (
        <span title={lotNo}>{lotNo}</span>
      )}
      {state !== null && state !== 'released' && <LotState>{state}</LotState>}
    </span>
  )
}
