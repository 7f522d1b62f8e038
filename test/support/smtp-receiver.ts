import net, { type AddressInfo } from 'node:net'

/** What the receiver does with the next connections: take the mail, refuse the reader, ask to come later, or vanish once it has it. */
export type Manner = 'take' | 'refuse' | 'later' | 'vanish'

/** A mail server as far as SMTP goes, on a free port of this machine. */
export async function startSmtpReceiver() {
  const mails: { to: string; source: string }[] = []
  let manner: Manner = 'take'
  const server = net.createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let to = ''
    let body: string[] | undefined
    let rest = ''
    socket.setEncoding('utf8')
    socket.on('error', () => {})
    socket.on('data', (piece: string) => {
      const lines = (rest + piece).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (body) {
          if (line !== '.') {
            body.push(line)
            continue
          }
          mails.push({ to, source: body.join('\n') })
          body = undefined
          if (manner === 'vanish') return socket.destroy()
          say('250 taken')
        } else if (/^(EHLO|HELO)/i.test(line)) say('250 test')
        else if (/^MAIL/i.test(line)) say(manner === 'later' ? '451 try again' : '250 go on')
        else if (/^RCPT/i.test(line)) {
          to = /<(.*)>/.exec(line)?.[1] ?? ''
          say(manner === 'refuse' ? '550 nobody here' : '250 go on')
        } else if (/^DATA/i.test(line)) {
          body = []
          say('354 go on')
        } else if (/^QUIT/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('250 fine')
      }
    })
    say('220 test')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** In the order in which they came. */
    mails,
    behave: (next: Manner) => {
      manner = next
    },
    close: () => new Promise((done) => server.close(done)),
  }
}
