import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestPortal } from './portal.ts'

export type CommandResult = { code: number | null; stdout: string; stderr: string }

/** `portal <arguments>` on the database of a test portal, as an operator runs it. */
export async function runCommand(
  portal: TestPortal,
  parameters: string[],
  standardInput?: string,
): Promise<CommandResult> {
  const { user, password, database, host, port } = portal.location.owner as Record<string, string>
  const account = password === undefined ? user : `${user}:${encodeURIComponent(password)}`
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-command-'))
  try {
    const child = spawn(process.execPath, ['dist/server/cli.js', ...parameters], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: `postgres://${account}@/${database}?host=${encodeURIComponent(host as string)}&port=${port}`,
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
