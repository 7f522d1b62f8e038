import { useNavigate } from '@tanstack/react-router'
import type { DocumentRow } from '../contract.ts'

type Found = Pick<DocumentRow, 'id'> & Partial<Pick<DocumentRow, 'hit'>>

/** A document's own page; where it was found by its text, with the word that was found. */
export const addressOf = ({ id, hit }: Found) => ({
  to: '/documents/$id' as const,
  params: { id: String(id) },
  search: hit ? { q: hit.match } : {},
})

export function useOpenDocument() {
  const navigate = useNavigate()
  return (document: Found) => void navigate(addressOf(document))
}
