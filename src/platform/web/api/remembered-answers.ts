type Answer = { tag: string; text: string }

/** What the screens keep at most, in characters of JSON. */
const MOST = 8_000_000
const LARGEST = 1_000_000

// The browser itself keeps nothing of private answers (no-store). In the order in which they were last needed.
const answers = new Map<string, Answer>()
let size = 0

function drop(key: string) {
  size -= answers.get(key)?.text.length ?? 0
  answers.delete(key)
}

/** An answer that this tab has read, for the server to say that nothing changed. */
export function recall(key: string): Answer | undefined {
  const answer = answers.get(key)
  if (!answer) return undefined
  answers.delete(key)
  answers.set(key, answer)
  return answer
}

export function remember(key: string, tag: string | null, text: string) {
  drop(key)
  if (tag === null || text.length > LARGEST) return
  answers.set(key, { tag, text })
  size += text.length
  for (const [oldest] of answers) {
    if (size <= MOST) return
    drop(oldest)
  }
}

/** With the session, or the company that it works in. */
export function forgetAnswers() {
  answers.clear()
  size = 0
}
