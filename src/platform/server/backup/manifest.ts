import * as z from 'zod'
import { OperatorError } from '../operator-error.ts'
import type { Archive } from './archive-reader.ts'

export const MANIFEST = 'manifest.json'
/** Raised when an older program could not read what is written. */
export const FORMAT = 1

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.int().min(0)
const Name = z.string().regex(/^(auth|portal)\.[a-z_0-9]+$/)
const File = z.object({ key: z.string().regex(/^[0-9a-f]{48}$/), size: Count, sha256: Sha256 })

const Manifest = z.object({
  format: z.literal(FORMAT),
  portal: z.string(),
  /** The moment whose state it holds. */
  madeAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** What the secrets were, so that a restore can say which are others. */
  secrets: z.record(z.string(), z.string()),
  tables: z.array(
    z.object({
      name: Name,
      columns: z.array(z.string().regex(/^[a-z_0-9]+$/)),
      rows: Count,
      checksum: Sha256,
      parts: z.array(z.string()),
    }),
  ),
  sequences: z.array(z.object({ name: Name, value: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  files: z.array(File),
  /** Files that were missing or damaged when the backup was made. */
  lost: z.array(File),
  members: z.array(z.object({ name: z.string(), size: Count, sha256: Sha256 })),
})
export type Manifest = z.infer<typeof Manifest>
export type KeptTable = Manifest['tables'][number]

/** @throws OperatorError where it is of a newer program, or does not agree with the archive */
export async function readManifest(archive: Archive, file: string): Promise<Manifest> {
  const last = archive.members.at(-1)
  if (last?.name !== MANIFEST) throw new OperatorError(`${file} is no backup of a portal.`)
  const pieces: Buffer[] = []
  for await (const piece of archive.read(MANIFEST)) pieces.push(piece)
  const written: unknown = JSON.parse(Buffer.concat(pieces).toString())
  const { format } = z.looseObject({ format: z.number() }).parse(written)
  if (format > FORMAT)
    throw new OperatorError(`${file} was made by a newer version of the portal. Restore it with that one.`)
  const manifest = Manifest.parse(written)
  const found = new Map(archive.members.map(({ name, sha256 }) => [name, sha256]))
  if (
    manifest.members.length !== archive.members.length - 1 ||
    manifest.members.some(({ name, sha256 }) => found.get(name) !== sha256)
  )
    throw new OperatorError(`${file} is no whole backup: its parts are not those of its manifest.`)
  return manifest
}
