import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'

/**
 * A download that has begun and then rests: the server has to wait for its reader. Not by fetch, whose body reads ahead
 * without end.
 */
export async function beginDownload(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    get(url, { headers }, done).on('error', failed)
  })
  await once(answer, 'readable')
  return answer
}
