import type { ServerMessages } from '../../../platform/server/http/server-messages.ts'
import type { DocumentStatus, VersionStatus } from '../domain/vocabulary.ts'

/** How a file stands that its document offers, or one of its versions. */
export type Standing = DocumentStatus | VersionStatus

/**
 * What a file is saved as: its own name, and what it is where nobody may rely on it. Once it is saved nothing else says so, and a
 * superseded file must not lie in a folder as if it counted.
 */
export function savedName(
  { name, version, standing }: { name: string; version: number; standing: Standing },
  marks: ServerMessages['fileMarks'],
): string {
  if (standing === 'available') return name
  const [, base = name, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? []
  return `${base} (${marks[standing].replace('{version}', String(version))})${ending}`
}
