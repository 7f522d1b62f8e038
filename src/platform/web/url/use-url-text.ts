import { readText } from './read-search.ts'
import { useUrlState } from './use-url-state.ts'

/** One text of the address, under its own name: what a list of the screen is searched for (B6). */
export function useUrlText(name: string) {
  const [state, change] = useUrlState<Record<string, unknown>>()
  return [readText(state[name]), (text: string | undefined) => change({ [name]: text })] as const
}
