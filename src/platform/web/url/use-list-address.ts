import { readOneOf, readText } from './read-search.ts'
import { useUrlState } from './use-url-state.ts'

/**
 * Of one list among several of a screen: what it is searched for and what it is sorted by, as the address has it under `name`
 * and `name`Sort (B6). `fields` can be sorted by; the first order is the screen's own.
 */
export function useListAddress<const Field extends string>(
  name: string,
  fields: readonly Field[],
  first: Field | `-${Field}`,
) {
  const [state, change] = useUrlState<Record<string, unknown>>()
  const sortName = `${name}Sort`
  const allowed = fields.flatMap((field) => [field, `-${field}` as const])
  return {
    search: readText(state[name]),
    sort: readOneOf(state[sortName], allowed) ?? first,
    onSearch: (term: string | undefined) => change({ [name]: term }),
    onSort: (sort: string) => change({ [sortName]: sort === first ? undefined : sort }),
  }
}
