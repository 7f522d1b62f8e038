import { createClient, signing } from '../../test/support/client.ts'
import type { Person, Portal } from './portal.ts'

const CONSOLE = '/api/v1/admin/documents'
type Sent = { id: number }

/** What whoever looks after documents sends, without a browser: files and forms; what is a signature is signed. */
export async function sendsDocuments(portal: Portal, { email, password }: Person) {
  const client = createClient(portal.url)
  await client.signIn(email, password)
  const post = signing(client, password)
  return async (path: string, data: unknown, type = 'application/json'): Promise<Sent> => {
    if (type === 'application/json') {
      const { status, body } = await post(`${CONSOLE}${path}`, data)
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
      return body
    }
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: portal.url, 'content-type': type }
    const body = new Uint8Array(data as Buffer)
    const answer = await fetch(`${portal.url}${CONSOLE}${path}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<Sent>
  }
}
