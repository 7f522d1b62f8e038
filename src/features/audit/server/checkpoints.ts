import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Where a chain stood: its newest row then, and that row's hash in hexadecimal. */
export type Position = { tenant_id: number; seq: number; hash: string }
type Checkpoint = Position & { at: string; signature: string }

export type Checkpoints = ReturnType<typeof openCheckpoints>

/** An Ed25519 key in PKCS #8 is this and its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const signedText = ({ tenant_id, seq, hash, at }: Omit<Checkpoint, 'signature'>) =>
  Buffer.from(`audit checkpoint ${tenant_id} ${seq} ${hash} ${at}`)

/**
 * Signed positions of the audit chains, in a file beside the database (D10): whoever rewrites or cuts a chain cannot make
 * them anew. A line each, only ever added.
 */
export function openCheckpoints(dataDir: string, secret: string) {
  const folder = path.join(dataDir, 'checkpoints')
  const file = path.join(folder, 'audit.jsonl')
  const seed = Buffer.from(secret, 'base64url').subarray(0, 32)
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key)
  const fingerprint = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
  const isOurs = (read: Checkpoint) =>
    verify(null, signedText(read), publicKey, Buffer.from(read.signature, 'base64'))

  /** Every line that is ours, as they were added; `forged`: those that are not. */
  function all(): { signed: Checkpoint[]; forged: Position[] } {
    const signed: Checkpoint[] = []
    const forged: Position[] = []
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
    for (const line of text.split('\n').filter(Boolean)) {
      const read = readLine(line)
      if (read && isOurs(read)) signed.push(read)
      else forged.push({ tenant_id: read?.tenant_id ?? 0, seq: read?.seq ?? 0, hash: '' })
    }
    return { signed, forged }
  }
  /** The newest of each chain. */
  function newest(): { positions: Map<number, Checkpoint>; forged: Position[] } {
    const positions = new Map<number, Checkpoint>()
    const { signed, forged } = all()
    for (const read of signed)
      if ((positions.get(read.tenant_id)?.seq ?? 0) < read.seq) positions.set(read.tenant_id, read)
    return { positions, forged }
  }
  return {
    newest,
    /** All that was ever signed of these chains. */
    signedOf: (tenantIds: ReadonlySet<number>): Checkpoint[] =>
      all().signed.filter(({ tenant_id }) => tenantIds.has(tenant_id)),
    /** The newest of one chain, as it is handed to whoever keeps it elsewhere. */
    last(tenantId: number) {
      const found = newest().positions.get(tenantId)
      return found ? { ...found, fingerprint } : null
    },
    /** What was handed out, when it is ours; undefined: it is not. */
    readOurs(text: string): Checkpoint | undefined {
      const read = readLine(text)
      return read && isOurs(read) ? read : undefined
    },
    /** When the last one was signed; null: never. */
    lastAt: (): string | null =>
      [...newest().positions.values()].reduce<string | null>(
        (last, { at }) => (last === null || at > last ? at : last),
        null,
      ),
    /** Signs the chains that grew since. Answers how many. */
    keep(found: readonly Position[], now = new Date()): number {
      const known = newest().positions
      const at = now.toISOString()
      const lines = found
        .filter(({ tenant_id, seq }) => (known.get(tenant_id)?.seq ?? 0) < seq)
        .map(({ tenant_id, seq, hash }) => {
          const position = { tenant_id, seq, hash, at }
          return JSON.stringify({
            ...position,
            signature: sign(null, signedText(position), key).toString('base64'),
          })
        })
      if (lines.length === 0) return 0
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      const handle = fs.openSync(file, 'a', 0o600)
      try {
        fs.writeSync(handle, `${lines.join('\n')}\n`)
        fs.fsyncSync(handle)
      } finally {
        fs.closeSync(handle)
      }
      return lines.length
    },
  }
}

function readLine(line: string): Checkpoint | undefined {
  try {
    const { tenant_id, seq, hash, at, signature } = JSON.parse(line)
    const right =
      Number.isInteger(tenant_id) &&
      Number.isInteger(seq) &&
      [hash, at, signature].every((text) => typeof text === 'string')
    return right ? { tenant_id, seq, hash, at, signature } : undefined
  } catch {
    return undefined
  }
}
