import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { DatabaseLocation } from '../../src/platform/server/database/location.ts'

export type CommandResult = { code: number | null; stdout: string; stderr: string }

/** The address of a test's database, as an operator writes it. */
export function urlOf({ owner }: DatabaseLocation): string {
  const { user, password, database, host, port } = owner as Record<string, string>
  const account = password === undefined ? user : `${user}:${encodeURIComponent(password)}`
  return `postgres://${account}@/${database}?host=${encodeURIComponent(host as string)}&port=${port}`
}

/** `portal <arguments>` on the database of a test, as an operator runs it: with a DATA_DIR of its own, where none is given. */
export async function runCommand(
  portal: { location: DatabaseLocation },
  parameters: string[],
  standardInput?: string,
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-command-'))
  try {
    const child = spawn(process.execPath, ['dist/server/cli.js', ...parameters], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: urlOf(portal.location),
        ...environment,
      },
      stdio: 'pipe',
    })
    child.stdin.end(standardInput ?? '')
    const [stdout, stderr, code] = await Promise.all([
      collect(child.stdout),
      collect(child.stderr),
      new Promise<number | null>((done, failed) => {
        child.once('error', failed)
        child.once('close', done)
      }),
    ])
    return { code, stdout, stderr }
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of stream) text += piece
  return text
}
