import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'

const ITERATIONS = 4096

/**
 * PostgreSQL's stored form of an ASCII password (RFC 5803). The salt follows from the password, so that setting
 * it again changes nothing; the passwords are random or derived, never a person's.
 */
export function scramVerifier(password: string): string {
  const salt = createHash('sha256').update(`lotline salt ${password}`).digest().subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
