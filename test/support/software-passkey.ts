import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { PASSWORD } from './actors.ts'
import type { Json, TestClient } from './client.ts'

const PRESENT_AND_VERIFIED = 0x05
const WITH_KEY = 0x40

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** An authenticator of one ES256 key (WebAuthn level 2, attestation "none"); `origin`: of the page that asks it. */
export function createSoftwarePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  function authenticatorData(rpId: string, flags: number, count: number, more: Buffer = Buffer.alloc(0)) {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, more])
  }
  const answer = (response: object) => ({
    ...{ id: base64url(id), rawId: base64url(id), type: 'public-key' },
    ...{ clientExtensionResults: {}, response },
  })

  return {
    /** How often it signed. A test may turn it back. */
    count: 0,

    /** What navigator.credentials.create() answers. */
    create({ challenge, rp }: Json, from = origin) {
      // COSE_Key {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const cose = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')]
      const key = Buffer.concat([...cose, Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')])
      const made = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = authenticatorData(rp.id, PRESENT_AND_VERIFIED | WITH_KEY, this.count, made)
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
      const attestation = Buffer.concat([head, Buffer.from([0x58, data.length]), data])
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, from)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      })
    },

    /** What navigator.credentials.get() answers. */
    get({ challenge, rpId }: Json, from = origin) {
      this.count += 1
      const client = clientData('webauthn.get', challenge, from)
      const data = authenticatorData(rpId, PRESENT_AND_VERIFIED, this.count)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      })
    },
  }
}

/** Adds a passkey as a person would; answers it and the recovery codes, which come with the first second factor. */
export async function addPasskey(client: TestClient, origin: string, name = 'Laptop') {
  const begun = await client.post('/api/auth/second-factor/passkeys/begin', { password: PASSWORD })
  if (begun.status !== 200) throw new Error(`begin answered ${begun.status} ${JSON.stringify(begun.body)}`)
  const passkey = createSoftwarePasskey(origin)
  const done = await client.post('/api/auth/second-factor/passkeys/confirm', {
    ...{ name, passkey: passkey.create(begun.body) },
  })
  if (done.status !== 200) throw new Error(`confirm answered ${done.status} ${JSON.stringify(done.body)}`)
  return { passkey, recoveryCodes: done.body.recoveryCodes as string[] }
}
