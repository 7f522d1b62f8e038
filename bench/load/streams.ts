import http from 'node:http'
import type { Person } from './arrange.ts'

/** Many open event streams; how late each event reaches them, in milliseconds after it was written. */
export async function openStreams(url: string, people: Person[], count: number) {
  const late: number[] = []
  let open = 0
  let ended = 0
  const requests = Array.from({ length: count }, (_, at) => {
    const headers = { cookie: (people[at % people.length] as Person).cookie, accept: 'text/event-stream' }
    const request = http.get(`${url}/api/v1/events`, { headers, agent: false }, (answer) => {
      if (answer.statusCode === 200) open++
      answer.on('data', (piece: Buffer) => {
        const times = piece.toString().match(/"topic":"bench:(\d+)"/g) ?? []
        for (const time of times) late.push(Date.now() - Number(/\d+/.exec(time)?.[0]))
      })
      answer.once('close', () => ended++)
    })
    request.on('error', () => {})
    return request
  })
  for (let tries = 0; open < count && tries < 300; tries++) await new Promise((done) => setTimeout(done, 100))
  return {
    open: () => open - ended,
    late,
    close: () => {
      for (const request of requests) request.destroy()
    },
  }
}
