import net from 'node:net'
import pg from 'pg'

// Not WHATWG's URL: it refuses what PostgreSQL allows, such as postgres://user:secret@/name?host=/run/postgresql
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(\/[^?]*)?(\?.*)?$/
/** Among the hosts of a list, the one that takes writes is looked for; nobody else is of use. */
const KINDS = ['any', 'read-write', 'primary', 'prefer-standby', 'standby', 'read-only']
const LOOK_WITHIN_MS = 1000

/** An address for each host of a list; one where there is no list. */
export function hostsOf(url: string): string[] {
  const [, before, hosts = '', name = '', query = ''] = PARTS.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  const settings = new URLSearchParams(query.slice(1))
  settings.delete('target_session_attrs')
  const rest = `${name}${settings.size > 0 ? `?${settings}` : ''}`
  return hosts.split(',').map((host) => `${before}${host}${rest}`)
}

/** Whether a list of hosts can be used: each with a name, and no wish for a server that takes no writes. */
export function isUsableList(url: string): boolean {
  const [, , hosts = '', , query = ''] = PARTS.exec(url) ?? []
  if (!hosts.includes(',')) return true
  const wish = new URLSearchParams(query.slice(1)).get('target_session_attrs') ?? 'any'
  return (
    hosts.split(',').every((host) => /^(\[[\da-f:]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host)) &&
    KINDS.slice(0, 3).includes(wish)
  )
}

/** How to connect: with a list, to whichever host is the primary at that moment. */
export function connectionTo(url: string): pg.ClientConfig {
  const hosts = hostsOf(url)
  const [connectionString = url] = hosts
  if (hosts.length === 1) return { connectionString }
  return { connectionString, stream: () => new PrimarySocket(hosts) as never }
}

/** Goes to the primary, whatever host it is told. */
class PrimarySocket extends net.Socket {
  readonly #hosts: string[]

  constructor(hosts: string[]) {
    super()
    this.#hosts = hosts
  }

  override connect(...given: unknown[]): this {
    // Node's own forms are used below; the driver's is (port, host).
    if (typeof given[0] === 'object') return super.connect(given[0] as net.SocketConnectOpts)
    Promise.any(this.#hosts.map(isPrimary)).then(
      ({ host, port }) => {
        if (!this.destroyed) super.connect({ host, port })
      },
      () => this.destroy(new Error('no host of the list takes writes')),
    )
    return this
  }
}

/** @throws where it cannot be reached, or follows another one */
async function isPrimary(connectionString: string): Promise<{ host: string; port: number }> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: LOOK_WITHIN_MS,
    query_timeout: LOOK_WITHIN_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as follows')
    if (rows[0].follows) throw new Error('it follows another one')
    return { host: client.host, port: client.port }
  } finally {
    await client.end().catch(() => {})
  }
}
