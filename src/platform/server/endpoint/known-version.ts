import { refuse } from './fault.ts'

/** The version that a change knows: `If-Match: "3"` says the same as `version: 3`. */
export const knownVersion = (
  ifMatch: string | undefined,
  version: number | undefined,
): number | undefined => {
  const [, tag] = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch ?? '') ?? []
  return tag === undefined ? version : Number(tag)
}

/** 428 when a change names no version, 412 when the thing has another one by now. */
export function refuseOtherVersion(known: number | undefined, stored: number): void {
  if (known === undefined) throw refuse(428, 'version_needed')
  if (known !== stored) throw refuse(412, 'stale_version')
}
