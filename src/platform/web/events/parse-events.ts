/** One message of a stream of server-sent events. */
export type StreamMessage = { id: string | null; event: string; data: Record<string, unknown> }

/** Takes the pieces of a stream as they come, and hands on each message that is whole. A part that cannot be read is left out. */
export function createEventParser(onMessage: (message: StreamMessage) => void): (piece: string) => void {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const message = readMessage(block)
      if (message) onMessage(message)
    }
  }
}

function readMessage(block: string): StreamMessage | null {
  let [id, event, text]: [string | null, string, string] = [null, 'message', '']
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const [field, value] = [line.slice(0, colon), line.slice(colon + 1).trimStart()]
    if (field === 'id') id = value
    else if (field === 'event') event = value
    else if (field === 'data') text += value
  }
  const data = readObject(text)
  return data && { id, event, data }
}

function readObject(text: string): Record<string, unknown> | null {
  if (text === '') return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
