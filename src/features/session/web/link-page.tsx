import { Skeleton } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { isProblem } from '../../../platform/web/api/failures.ts'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { OutsideFrame } from './outside-frame.tsx'

type LinkPageProps<Facts> = {
  /** Its address, without the token behind the # (or in `?token=`, where the server is to read it too). */
  path: string
  title: string
  lead?: string
  /** Rejects when the link is void. */
  look: (token: string) => Promise<Facts>
  /** Where to go from a link that is void. */
  elsewhere: ReactNode
  /** Said when it could not be looked at. */
  failed: string
  /** In pixels, of what is to come. */
  height: number
  /** The page of a good link. */
  children: (facts: Facts, token: string) => ReactNode
}

const tokenOfAddress = () =>
  window.location.hash.slice(1) || (new URLSearchParams(window.location.search).get('token') ?? '')

/** The page behind the link of a mail: the token is taken out of the address, and looked at before anything is asked. */
export function LinkPage<Facts>({ path, title, lead, look, elsewhere, ...props }: LinkPageProps<Facts>) {
  const [token] = useState(tokenOfAddress)
  // Neither the history nor whoever looks over a shoulder keeps it.
  useEffect(() => window.history.replaceState(window.history.state, '', path), [path])
  const link = useQuery({
    queryKey: [path, token],
    queryFn: () => look(token),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (isProblem(link.error, 404) || isProblem(link.error, 422))
    return (
      <OutsideFrame title={title}>
        <EmptyState
          title={link.error.problem.title}
          hint={link.error.problem.detail ?? ''}
          icon={<IconLinkOff size={22} stroke={1.75} />}
          actions={elsewhere}
        />
      </OutsideFrame>
    )
  if (link.error)
    return (
      <OutsideFrame title={title}>
        <ErrorCard
          title={props.failed}
          failure={link.error}
          onRetry={() => void link.refetch()}
          framed={false}
        />
      </OutsideFrame>
    )
  if (link.isPending)
    return (
      <OutsideFrame title={title} {...(lead && { lead })}>
        <div aria-busy="true">
          <Skeleton height={props.height} />
        </div>
      </OutsideFrame>
    )
  return props.children(link.data, token)
}
