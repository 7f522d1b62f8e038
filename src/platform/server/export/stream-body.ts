/** The asker is gone; nobody reads what is still to come. */
export class NobodyReads extends Error {}

type Send = (piece: Uint8Array) => Promise<void>

/**
 * A body that is read while `produce` still works, at the reader's pace. Answers when the first piece is there: a fault
 * before it rejects, one after it breaks the stream, so that no half of a file looks whole. `ended` settles with the work.
 */
export async function streamBody(
  produce: (send: Send) => Promise<void>,
): Promise<{ body: ReadableStream<Uint8Array>; ended: Promise<void> }> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const read = (done: Promise<void>) =>
    done.catch((cause: unknown) => {
      throw new NobodyReads('the reader left', { cause })
    })
  let begin = () => {}
  const begun = new Promise<void>((done) => {
    begin = done
  })
  const ended = produce((piece) => {
    begin()
    return read(writer.write(piece))
  }).then(
    () => read(writer.close()),
    async (fault: unknown) => {
      // What it was is for the log alone; already closed when the reader left.
      await writer.abort(new Error('broken off')).catch(() => {})
      throw fault
    },
  )
  await Promise.race([begun, ended])
  return { body: readable, ended }
}
