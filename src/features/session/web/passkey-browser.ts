/** What browsers do with passkeys, spoken in the server's JSON. Browsers of before 2025 do not speak it themselves. */

type Json = Record<string, unknown>
type Named = { id: string } & Json
type Spoken = Credential & { rawId: ArrayBuffer; response: object; toJSON?: () => Json }

/** Whether this browser can, at this address: an IP address has no passkeys. */
export const passkeysWork = (): boolean =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname)

const bytes = (text: unknown) =>
  Uint8Array.from(atob(String(text).replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )
const text = (data: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const keys = (given: unknown) => ((given ?? []) as Named[]).map((key) => ({ ...key, id: bytes(key.id) }))

function answer(credential: Credential | null): Json {
  if (!credential) throw new DOMException('No passkey', 'NotAllowedError')
  const { id, rawId, type, response, toJSON } = credential as Spoken
  if (toJSON) return toJSON.call(credential)
  const told: Json = {}
  for (const name in response) {
    const value = (response as Json)[name]
    if (value instanceof ArrayBuffer) told[name] = text(value)
  }
  return { id, rawId: text(rawId), type, response: told, clientExtensionResults: {} }
}

/** A new key. Rejects with a DOMException when there is none. */
export async function createPasskey(options: Json): Promise<Json> {
  const { user, challenge, excludeCredentials } = options as { user: Named } & Json
  const publicKey =
    PublicKeyCredential.parseCreationOptionsFromJSON?.(options as never) ??
    ({
      ...options,
      user: { ...user, id: bytes(user.id) },
      challenge: bytes(challenge),
      excludeCredentials: keys(excludeCredentials),
    } as never)
  return answer(await navigator.credentials.create({ publicKey }))
}

/** A signature by a key that is there. */
export async function signWithPasskey(options: Json): Promise<Json> {
  const { challenge, allowCredentials } = options
  const publicKey =
    PublicKeyCredential.parseRequestOptionsFromJSON?.(options as never) ??
    ({ ...options, challenge: bytes(challenge), allowCredentials: keys(allowCredentials) } as never)
  return answer(await navigator.credentials.get({ publicKey }))
}
