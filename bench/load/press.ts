import http from 'node:http'
import type { Person } from './arrange.ts'
import { type Ask, nextAsk } from './mix.ts'

export type Told = { kind: string; status: number; ms: number }
type Next = (person: Person, random: () => number, known: Map<string, string>) => Ask

/** So many connections, each with one request after the other (`rate`: at most so many a second over all), until `until`. */
export async function press(
  url: string,
  people: Person[],
  {
    connections,
    until,
    rate = Number.POSITIVE_INFINITY,
    next = nextAsk,
    known = new Map(),
    remembered = 0.5,
  }: {
    connections: number
    until: number
    rate?: number
    next?: Next
    /** Tags by person and address, and how many of those that come are put there: half of what a screen asks again it has. */
    known?: Map<string, string>
    remembered?: number
  },
): Promise<Told[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const told: Told[] = []
  let turn = 0
  let started = 0
  const began = performance.now()
  const work = async () => {
    while (performance.now() < until) {
      // By what has begun, not by what is answered: otherwise all connections would ask at one moment, and then none.
      const wait = (started++ / rate) * 1000 - (performance.now() - began)
      if (wait > 1) await new Promise((done) => setTimeout(done, wait))
      const person = people[turn++ % people.length] as Person
      const ask = next(person, Math.random, known)
      const start = performance.now()
      const { status, tag } = await send(agent, url, ask)
      told.push({ kind: ask.kind, status, ms: performance.now() - start })
      if (tag && Math.random() < remembered)
        known.set(`${person.cookie} ${ask.path.slice('/api/v1'.length)}`, tag)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
  return told
}

function send(agent: http.Agent, url: string, { method, path, headers, body }: Ask) {
  return new Promise<{ status: number; tag: string | undefined }>((done) => {
    const request = http.request(url + path, { agent, method, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => done({ status: answer.statusCode ?? 0, tag: answer.headers.etag }))
      answer.once('error', () => done({ status: 0, tag: undefined }))
    })
    request.once('error', () => done({ status: 0, tag: undefined }))
    request.end(body)
  })
}
