import { foldSearch } from './url-state.ts'

/** What an address asks for and the screen cannot do, as it stands there: `{ year: '99999' }`. */
export type IgnoredParams = Readonly<Record<string, string>>

type Raw = Record<string, unknown>

/** Whatever the filter: nothing is asked for. */
const NOTHING = /^\s*(all)?\s*$/i

/**
 * The reader of a screen's address, which also says what it left out: a name that the screen knows, with a value that it could
 * not read. It goes along under `ignoredParams`, and the address keeps it as it was written, until its filter is set or it is put away.
 * What `besides` names is no filter: nobody is led astray when it is not there. Names that the screen does not know (a campaign’s)
 * are unset: the router would keep them, a saved view too.
 */
export const withIgnoredParams =
  <Search extends object>(read: (raw: Raw) => Search, besides: readonly string[] = []) =>
  (raw: Raw): Search => {
    const before = typeof raw.ignoredParams === 'object' ? raw.ignoredParams : {}
    const asked: Raw = { ...before, ...foldSearch({}, raw) }
    const search = read(asked)
    const inVain = Object.entries(search).flatMap(([name, value]) => {
      const text = String(asked[name] ?? '')
      return value === undefined && !besides.includes(name) && !NOTHING.test(text) ? [[name, text]] : []
    })
    const unknown = Object.keys(raw).filter((name) => !(name in search))
    const unset = Object.fromEntries(unknown.map((name) => [name, undefined]))
    return { ...unset, ...search, ignoredParams: inVain[0] && Object.fromEntries(inVain) }
  }
