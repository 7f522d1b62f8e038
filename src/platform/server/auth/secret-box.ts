import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keeps small secrets in the database so that the database alone does not tell them; `owner`: whose it is, and no one else's. */
export function createSecretBox(secret: string) {
  const key = createHash('sha256').update(secret).digest()
  return {
    seal(plain: Buffer, owner: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    /** Throws when it was changed, is somebody else's or was sealed with another key. */
    unseal(sealed: Buffer, owner: string): Buffer {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const opening = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      opening.setAAD(Buffer.from(owner)).setAuthTag(tag)
      return Buffer.concat([opening.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), opening.final()])
    },
  }
}
