import http from 'node:http'

/** Who listens: by which address, as whom. */
export type Listening = { url: string; cookie: string }

/**
 * Many open streams, held as cheaply as can be, so that what is measured is the portal: each tells of every change of a topic that it
 * hears, by the object that changed.
 */
export async function openListeners(
  listening: readonly Listening[],
  topic: string,
  heard: (listener: number, object: string, at: number) => void,
) {
  const requests: http.ClientRequest[] = []
  let ended = 0
  const pattern = new RegExp(`"topic":"${topic}","tenant":\\d+,"object":"(\\d+)"`, 'g')
  const connect = (listener: number) =>
    new Promise<void>((done, failed) => {
      const { url, cookie } = listening[listener] as Listening
      const headers = { cookie, accept: 'text/event-stream' }
      const request = http.get(`${url}/api/v1/events`, { headers, agent: false }, (answer) => {
        if (answer.statusCode !== 200) return failed(new Error(`a stream was answered ${answer.statusCode}`))
        let rest = ''
        answer.setEncoding('utf8').on('data', (piece: string) => {
          const at = performance.now()
          const whole = `${rest}${piece}`.split('\n\n')
          rest = whole.pop() as string
          for (const message of whole) {
            if (message.includes('event: ready')) done()
            for (const [, object] of message.matchAll(pattern)) heard(listener, object as string, at)
          }
        })
        answer.once('close', () => {
          ended += 1
        })
      })
      request.on('error', failed)
      requests.push(request)
    })
  // Not all at once: a server that has just begun refuses those for whom it has no connection in time.
  for (let at = 0; at < listening.length; at += 25)
    await Promise.all(listening.slice(at, at + 25).map((_, n) => connect(at + n)))
  return {
    ended: () => ended,
    close: () => {
      for (const request of requests) request.on('error', () => {}).destroy()
    },
  }
}
