const SPACE = /[ \t\n\r]*/y
// Within: anything from the blank on but the quote and the backslash.
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"/y
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** What may stand next. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'end'

/** Where a text stops being JSON; null where it is JSON. What the runtime says of it depends on its version. */
export function jsonFaultAt(text: string): number | null {
  const open: ('[' | '{')[] = []
  let expected: Expected = 'value'
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at += found[0].length
    return found !== null
  }
  const afterValue = (): Expected => (open.length > 0 ? 'comma' : 'end')
  for (;;) {
    take(SPACE)
    if (at === text.length) return expected === 'end' ? null : at
    const sign = text[at] as string
    if (expected === 'value or ]' && sign === ']') {
      open.pop()
      at += 1
      expected = afterValue()
    } else if (expected === 'value' || expected === 'value or ]') {
      if (sign === '[' || sign === '{') {
        open.push(sign)
        at += 1
        expected = sign === '[' ? 'value or ]' : 'name or }'
      } else if (take(STRING) || take(OTHER)) expected = afterValue()
      else return at
    } else if (expected === 'name or }' && sign === '}') {
      open.pop()
      at += 1
      expected = afterValue()
    } else if (expected === 'name' || expected === 'name or }') {
      if (!take(STRING)) return at
      expected = 'colon'
    } else if (expected === 'colon') {
      if (sign !== ':') return at
      at += 1
      expected = 'value'
    } else if (expected === 'comma') {
      const inner = open.at(-1)
      at += 1
      if (sign === ',') expected = inner === '[' ? 'value' : 'name'
      else if (sign === (inner === '[' ? ']' : '}')) {
        open.pop()
        expected = afterValue()
      } else return at - 1
    } else return at
  }
}

/** Its line and column, from 1; null where the text is JSON. */
export function jsonFault(text: string): { line: number; column: number } | null {
  const at = jsonFaultAt(text)
  if (at === null) return null
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
