import { postJson } from '../../../platform/web/api/portal-fetch.ts'
import type { SignedRequest } from '../../../platform/web/api/step-up.ts'

// Also of a session that may see nothing else yet: nothing to assert, and nobody to tell of a refusal.
const QUIET = { sendTenantHeader: false, reportSessionChanges: false } as const
const post = (path: string, body: object, idempotent = false) =>
  postJson(`/api/auth/second-factor/${path}`, body, { ...QUIET, idempotent })
/** Where the second factor that is there has to be shown first, the person is asked for it. */
const postAfterStepUp = (path: string, body: object) =>
  postJson(`/api/auth/second-factor/${path}`, body, { sendTenantHeader: false })

export type NewFactor = { secret: string; uri: string }

export const beginFactor = async (password: string) =>
  (await postAfterStepUp('begin', { password })) as NewFactor

export const confirmFactor = async (code: string) =>
  ((await post('confirm', { code })) as { recoveryCodes: string[] }).recoveryCodes

export const renewRecoveryCodes = async () =>
  ((await postAfterStepUp('recovery-codes', {})) as { recoveryCodes: string[] }).recoveryCodes

/** The passkey of that id, the number, or the app. */
export const removeFactor = (password: string, what: { passkey?: string; sms?: true }) =>
  postAfterStepUp('remove', { password, ...what })

type Json = Record<string, unknown>
/** What was shown: a typed code, one that came by SMS, or what a passkey signed. */
export type Shown = { code: string } | { sms: string } | { passkey: Json }

/** Shows who is there: the second factor, or of whoever has none the password. */
export const showFactor = (given: Shown | { password: string }) => post('step-up', given, true)

/** Signs requests; answers what stands for the signature. */
export const signRequests = async (
  given: { password: string } | { passkey: Json },
  requests: readonly SignedRequest[],
) => ((await post('sign', { ...given, requests }, true)) as { signing: string }).signing

/** What a passkey has to sign for a signature. */
export const askPasskeyToSign = async () => (await post('sign/passkey', {}, true)) as Json

/** What a passkey has to sign when its person is asked again. */
export const askPasskeyAgain = async () => (await post('step-up/passkey', {}, true)) as Json

/** Where a code went, and in how many seconds another one may. */
export type SmsSent = { number: string; again: number }

/** A code by SMS for whoever is asked again. */
export const askSmsAgain = async () => (await post('step-up/sms', {}, true)) as SmsSent

/** The first code to a new number, and another one. */
export const beginSms = async (password: string, number: string) =>
  (await postAfterStepUp('sms/begin', { password, number })) as SmsSent
export const sendSmsAgain = async () => (await post('sms/again', {})) as SmsSent

/** Answers the recovery codes when it is the first second factor. */
export const confirmSms = async (sms: string) =>
  ((await post('sms/confirm', { sms })) as { recoveryCodes: string[] }).recoveryCodes

/** What the browser makes a new passkey from. */
export const beginPasskey = async (password: string) =>
  (await postAfterStepUp('passkeys/begin', { password })) as Json

/** Answers the recovery codes when it is the first second factor. */
export const confirmPasskey = async (name: string, passkey: Json) =>
  ((await post('passkeys/confirm', { name, passkey })) as { recoveryCodes: string[] }).recoveryCodes

export const renamePasskey = (id: string, name: string) => postAfterStepUp('passkeys/rename', { id, name })
