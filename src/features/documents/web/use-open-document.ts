import { useNavigate } from '@tanstack/react-router'

export function useOpenDocument() {
  const navigate = useNavigate()
  return ({ id }: { id: number }) => void navigate({ to: '/documents/$id', params: { id: String(id) } })
}
