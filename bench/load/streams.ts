import http from 'node:http'
import type { Person } from './arrange.ts'

/** Many open event streams; how late each event reaches them, in milliseconds after it was written. */
export async function openStreams(url: string, people: Person[], count: number) {
  const late: number[] = []
  let open = 0
  let ended = 0
  const requests: http.ClientRequest[] = []
  const connect = (at: number) => {
    const headers = { cookie: (people[at % people.length] as Person).cookie, accept: 'text/event-stream' }
    const request = http.get(`${url}/api/v1/events`, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return void answer.resume()
      open++
      answer.on('data', (piece: Buffer) => {
        const times = piece.toString().match(/"topic":"bench:(\d+)"/g) ?? []
        for (const time of times) late.push(Date.now() - Number(/\d+/.exec(time)?.[0]))
      })
      answer.once('close', () => ended++)
    })
    request.on('error', () => {})
    requests.push(request)
    return new Promise((done) => request.once('response', done).once('error', done))
  }
  // Not all at once: a server that has just begun refuses those for whom it has no connection in time.
  for (let at = 0; at < count; at += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - at) }, (_, n) => connect(at + n)))
  return {
    open: () => open - ended,
    late,
    close: () => {
      for (const request of requests) request.destroy()
    },
  }
}
